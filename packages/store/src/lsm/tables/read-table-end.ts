import { storeLimits } from '../../limits.js'
import type { BlockFile } from '../blocks/block-reads.js'
import { unpackBlock } from '../blocks/block-form.js'
import { Lz4Memory } from '../lz4/lz4-memory.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { type TableFooter, decodeFooter, footerBytes } from './table-footer.js'
import { TopIndex } from './top-index.js'
import type { TableFacts } from './write-table.js'

export interface TableEnd {
  readonly facts: TableFacts
  readonly top: TopIndex
  /** All other blocks lie before. */
  readonly topPosition: number
}

/** Reads footer and top index. Throws StoreDamagedError. */
export async function readTableEnd({ file, name, number }: BlockFile): Promise<TableEnd> {
  const size = await file.size()
  const readEnd = async (bytes: number): Promise<Buffer> => {
    const end = await file.read(size - bytes, bytes)
    return end.length === bytes ? end : damaged(name, 'it is shorter than it was')
  }
  let tail = await readEnd(Math.min(size, storeLimits.TABLE_TAIL_BYTES))
  const length = orDamaged(name, footerBytes(tail))
  if (length > size) damaged(name, 'it is shorter than its end')
  if (length > tail.length) tail = await readEnd(length)
  const footer: TableFooter = orDamaged(name, decodeFooter(tail.subarray(-length)))
  const { entries, tombstones, topIndex, firstKey, lastKey } = footer
  if (footer.number !== number) damaged(name, `it is the table ${footer.number} under another name`)
  if (topIndex.position + topIndex.stored + length !== size)
    damaged(name, 'its parts do not fill it')
  const needed = topIndex.stored + length
  if (needed > tail.length) tail = await readEnd(needed)
  const content = Buffer.allocUnsafeSlow(topIndex.content)
  const damage = unpackBlock(tail, tail.length - needed, topIndex, content, 0, new Lz4Memory())
  if (damage !== undefined) damaged(name, damage)
  const facts = { bytes: size, entries, tombstones, firstKey, lastKey }
  return { facts, top: new TopIndex(content), topPosition: topIndex.position }
}

const orDamaged = <T>(name: string, read: T | string): T =>
  typeof read === 'string' ? damaged(name, read) : read

function damaged(name: string, reason: string): never {
  throw new StoreDamagedError(name, reason)
}
