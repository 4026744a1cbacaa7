import type { ImageColumn, RowImage } from '../search-engine.js'
import { EXPIRES, GONE } from './image-flags.js'
import { walkImages } from './walk-images.js'

/*
 * Images on their way to another thread, as one piece of memory: count and names first, then per image a
 * byte of flags, its key, when it expires, and its columns by number of their name.
 */

export function encodeImages(images: readonly RowImage[]): Uint8Array<ArrayBuffer> {
  const names = namesOf(images)
  const texts = [...names.keys()].map((name) => Buffer.from(name))
  const target = Buffer.allocUnsafeSlow(sizeOf(images, texts))
  let at = target.writeUInt32LE(images.length, 0)
  at = target.writeUInt32LE(texts.length, at)
  for (const text of texts) {
    at = target.writeUInt32LE(text.length, at)
    at += text.copy(target, at)
  }
  for (const image of images) at = writeImage(target, at, image, names)
  return new Uint8Array(target.buffer)
}

/** The images' keys and values are views of `bytes`. */
export function decodeImages(bytes: Uint8Array): RowImage[] {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const images: RowImage[] = []
  let names: readonly string[] = []
  let columns: ImageColumn[] = []
  walkImages(bytes, {
    names(all) {
      names = all
    },
    cell(name, from, to) {
      columns.push({ name: names[name] ?? '', value: source.subarray(from, to) })
    },
    row(from, to, expiresAt) {
      images.push({ key: source.subarray(from, to), columns, expiresAt })
      columns = []
    },
    gone(from, to, expiresAt) {
      images.push({ key: source.subarray(from, to), columns: undefined, expiresAt })
    },
  })
  return images
}

function namesOf(images: readonly RowImage[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const { columns } of images) {
    if (columns === undefined) continue
    for (const { name } of columns) if (!names.has(name)) names.set(name, names.size)
  }
  return names
}

function sizeOf(images: readonly RowImage[], names: readonly Buffer[]): number {
  let size = 8
  for (const name of names) size += 4 + name.length
  for (const { key, columns, expiresAt } of images) {
    size += 5 + key.length
    if (expiresAt !== undefined) size += 8
    if (columns !== undefined) size += 4 + columnsSize(columns)
  }
  return size
}

function columnsSize(columns: readonly ImageColumn[]): number {
  let size = 0
  for (const { value } of columns) size += 8 + value.length
  return size
}

function writeImage(
  target: Buffer,
  from: number,
  { key, columns, expiresAt }: RowImage,
  names: ReadonlyMap<string, number>,
): number {
  const flags = (columns === undefined ? GONE : 0) | (expiresAt === undefined ? 0 : EXPIRES)
  let at = target.writeUInt8(flags, from)
  at = target.writeUInt32LE(key.length, at)
  at = copyBytes(key, target, at)
  if (expiresAt !== undefined) at = target.writeDoubleLE(expiresAt, at)
  if (columns === undefined) return at
  at = target.writeUInt32LE(columnsSize(columns), at)
  for (const { name, value } of columns) {
    at = target.writeUInt32LE(names.get(name) ?? 0, at)
    at = target.writeUInt32LE(value.length, at)
    at = copyBytes(value, target, at)
  }
  return at
}

/** Short ones byte by byte, because a call of `set` costs more. */
function copyBytes(source: Uint8Array, target: Buffer, at: number): number {
  const { length } = source
  if (length > 48) target.set(source, at)
  else for (let index = 0; index < length; index++) target[at + index] = source[index] ?? 0
  return at + length
}

/** How many images there are in what `encodeImages` made. */
export function packedCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
}
