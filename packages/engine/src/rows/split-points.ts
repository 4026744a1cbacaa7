import type { RowParts } from './row-parts.js'
import { Space } from '../keys/spaces.js'
import { type Place, RowPlaces } from '../stored-rows/row-places.js'
import type { Table } from '../tables/table-description.js'

/**
 * Row keys that divide a table into pieces of about `splitBytes` bytes, at most `pointsMax` keys. A small
 * table has none.
 */
export const splitPointsOf = async (
  { store }: Pick<RowParts, 'store'>,
  { description }: Table,
  splitBytes: number,
  pointsMax: number,
): Promise<Buffer[]> => {
  const rows = new RowPlaces(store, description, TABLE_START, TABLE_END)
  const total = await rows.total()
  const count = Math.min(Math.ceil(total / splitBytes) - 1, pointsMax)
  if (count <= 0) return []
  const [first, last] = [await rows.first(), await rows.last()]
  if (first === undefined || last === undefined) return []
  const pieceBytes = total / (count + 1)
  const points: Buffer[] = []
  const find = async (low: Place, high: Place, from: number, to: number): Promise<void> => {
    if (from > to) return
    const index = (from + to) >> 1
    const found = await rows.at(pieceBytes * index, low, high, pieceBytes * SLACK)
    await find(low, found, from, index - 1)
    const isNew = found.key.compare(points.at(-1) ?? first.key) > 0
    if (isNew) points.push(found.key)
    await find(found, high, index + 1, to)
  }
  await find(first, last, 1, count)
  return points
}

/** By how much of its size a piece may be off; a more exact one would not be worth the search. */
const SLACK = 1 / 16

const TABLE_START = Buffer.of(Space.ROWS)
const TABLE_END = Buffer.of(Space.ROWS + 1)
