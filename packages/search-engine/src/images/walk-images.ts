import { outOfRange } from '@rowhouse/platform'
import { EXPIRES, GONE, HEAD_BYTES } from './image-flags.js'

/** Is told of the content of packed images, by offsets. */
export interface ImageVisitor {
  /** The names of all columns, before everything else. */
  names(names: readonly string[]): void
  /** A value of the row that the next `row` ends, with the number of its column's name. */
  cell(name: number, from: number, to: number): void
  row(keyFrom: number, keyTo: number, expiresAt: number | undefined): void
  gone(keyFrom: number, keyTo: number): void
}

/** Reads the format of image-batch.ts without making objects. */
export function walkImages(bytes: Uint8Array, visitor: ImageVisitor): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  visitNames(bytes, view, visitor)
  let at = HEAD_BYTES
  for (let left = view.getUint32(0, true); left > 0; left--) {
    const flags = bytes[at] ?? outOfRange()
    const keyFrom = at + 5
    const keyTo = keyFrom + view.getUint32(at + 1, true)
    at = keyTo
    if ((flags & GONE) !== 0) {
      visitor.gone(keyFrom, keyTo)
      continue
    }
    const expiresAt = (flags & EXPIRES) === 0 ? undefined : view.getFloat64(at, true)
    const end = at + 12 + view.getUint32(at + 8, true)
    at += 12
    while (at < end) {
      const to = at + 8 + view.getUint32(at + 4, true)
      visitor.cell(view.getUint32(at, true), at + 8, to)
      at = to
    }
    visitor.row(keyFrom, keyTo, expiresAt)
  }
}

function visitNames(bytes: Uint8Array, view: DataView, visitor: ImageVisitor): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const names: string[] = []
  let at = view.getUint32(4, true)
  const count = view.getUint32(at, true)
  at += 4
  for (let left = count; left > 0; left--) {
    const to = at + 4 + view.getUint32(at, true)
    names.push(source.toString('utf8', at + 4, to))
    at = to
  }
  visitor.names(names)
}
