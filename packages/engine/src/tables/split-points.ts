import { limits } from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Table } from './table.js'

/** A row's key, with the bytes of the table before it as the store estimates them. */
interface Place {
  readonly key: Buffer
  readonly before: number
}

/** Bytes behind a common beginning that halving a range of keys goes by. */
const MIDDLE_BYTES = 8

/**
 * Keys of rows that cut a table into pieces of about `splitBytes` and at most one more than `pointsMax`.
 * A table without much in it has none.
 */
export const splitPointsOf = async (
  engine: Pick<Engine, 'store'>,
  table: Table,
  splitBytes: number,
  pointsMax: number,
): Promise<Buffer[]> => {
  const rows = new RowPlaces(engine, table)
  const total = await rows.bytesBefore(TABLE_END)
  const count = Math.min(Math.ceil(total / splitBytes) - 1, pointsMax)
  const [first, last] = [await rows.from(TABLE_START), await rows.before(TABLE_END)]
  if (count <= 0 || first === undefined || last === undefined) return []
  const points: Buffer[] = []
  const find = async (low: Place, high: Place, from: number, to: number): Promise<void> => {
    if (from > to) return
    const index = (from + to) >> 1
    const found = await placeAt((total * index) / (count + 1), low, high, rows)
    await find(low, found, from, index - 1)
    const isNew = found.key.compare(points.at(-1) ?? first.key) > 0
    if (isNew) points.push(found.key)
    await find(found, high, index + 1, to)
  }
  await find(first, last, 1, count)
  return points
}

/** The row that lies nearest to a number of bytes, between two rows, found by halving the keys. */
const placeAt = async (
  bytes: number,
  first: Place,
  last: Place,
  rows: RowPlaces,
): Promise<Place> => {
  let [low, high] = [first, last]
  for (let halvings = 0; halvings < limits.SPLIT_HALVINGS_MAX; halvings++) {
    const middle = middleOf(low.key, high.key)
    if (middle === undefined) break
    const right = await rows.from(middle)
    const left = await rows.before(middle)
    if (right !== undefined && right.before <= bytes) low = right
    else if (left !== undefined && left.before >= bytes) high = left
    else return nearest(bytes, left ?? low, right ?? high)
  }
  return nearest(bytes, low, high)
}

const nearest = (bytes: number, left: Place, right: Place): Place =>
  bytes - left.before <= right.before - bytes ? left : right

/** A key above the lower one and not above the other; undefined when they are neighbours. */
const middleOf = (low: Buffer, high: Buffer): Buffer | undefined => {
  let common = 0
  while (common < low.length && low[common] === high[common]) common++
  const [from, to] = [numberAt(low, common), numberAt(high, common)]
  if (to - from < 2n) return undefined
  const middle = Buffer.alloc(common + MIDDLE_BYTES)
  low.copy(middle, 0, 0, common)
  middle.writeBigUInt64BE((from + to) / 2n, common)
  return middle
}

const numberAt = (key: Buffer, at: number): bigint => {
  const bytes = Buffer.alloc(MIDDLE_BYTES)
  key.copy(bytes, 0, at, at + MIDDLE_BYTES)
  return bytes.readBigUInt64BE(0)
}

const TABLE_START = Buffer.of(Space.ROWS)
const TABLE_END = Buffer.of(Space.ROWS + 1)

class RowPlaces {
  readonly #store: Engine['store']
  readonly #table: Table

  constructor({ store }: Pick<Engine, 'store'>, table: Table) {
    this.#store = store
    this.#table = table
  }

  bytesBefore(key: Buffer): Promise<number> {
    return this.#store.approximateSize(this.#table.description.id, TABLE_START, key)
  }

  /** The first row at or behind a key. */
  from(key: Buffer): Promise<Place | undefined> {
    return this.#first(key, TABLE_END, false)
  }

  /** The last row before a key. */
  before(key: Buffer): Promise<Place | undefined> {
    return this.#first(TABLE_START, key, true)
  }

  async #first(start: Buffer, end: Buffer, reverse: boolean): Promise<Place | undefined> {
    const { id, primaryKey } = this.#table.description
    const scan = this.#store.scan({ table: id, start, end, reverse, expectedEntries: 1 })
    try {
      const [entry] = await scan.next()
      if (entry === undefined) return undefined
      // What was found may be a chunk of the row.
      const key = Buffer.from(entry.key.subarray(0, rowKeyEnd(entry.key, primaryKey.length)))
      return { key, before: await this.bytesBefore(key) }
    } finally {
      await scan.close()
    }
  }
}
