import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { rowKeyEnd } from '../keys/decode-key.js'

/** A row's key, with the store's estimate of the bytes before it in the range. */
export interface Place {
  readonly key: Buffer
  readonly before: number
}

/** The number of a table, and the columns of its key. */
interface PlacedTable {
  readonly id: number
  readonly primaryKey: { readonly length: number }
}

/** The number of bytes behind the common prefix that the halving of a key range uses. */
const MIDDLE_BYTES = 8

/** Finds rows of a table between two keys by the number of bytes before them. */
export class RowPlaces {
  readonly #store: PartitionStore
  readonly #table: PlacedTable
  readonly #start: Buffer
  readonly #end: Buffer
  readonly #unmeasuredMax: number | undefined

  constructor(
    store: PartitionStore,
    table: PlacedTable,
    start: Buffer,
    end: Buffer,
    unmeasuredMax?: number,
  ) {
    this.#unmeasuredMax = unmeasuredMax
    this.#store = store
    this.#table = table
    this.#start = start
    this.#end = end
  }

  bytesBefore(key: Buffer): Promise<number> {
    return this.bytesBetween(this.#start, key)
  }

  bytesBetween(start: Buffer, end: Buffer): Promise<number> {
    return this.#store.approximateSize(this.#table.id, start, end, this.#unmeasuredMax)
  }

  total(): Promise<number> {
    return this.bytesBefore(this.#end)
  }

  first(): Promise<Place | undefined> {
    return this.from(this.#start)
  }

  last(): Promise<Place | undefined> {
    return this.before(this.#end)
  }

  /** The first row at or behind a key. */
  from(key: Buffer): Promise<Place | undefined> {
    return this.#first(key, this.#end, false)
  }

  /** The last row before a key. */
  before(key: Buffer): Promise<Place | undefined> {
    return this.#first(this.#start, key, true)
  }

  /**
   * The row nearest to a number of bytes, between two rows, found by halving the key range; or one that is
   * about `slack` away. Rows are looked at only where bytes do not tell keys apart: the store estimates them
   * by blocks, and a scan costs more than an estimate.
   */
  async at(bytes: number, first: Place, last: Place, slack = 0): Promise<Place> {
    let [low, high] = [first, last]
    for (let halvings = 0; halvings < engineLimits.SPLIT_HALVINGS_MAX; halvings++) {
      const middle = middleOf(low.key, high.key)
      if (middle === undefined) break
      const before = await this.bytesBefore(middle)
      if (before > low.before && before < high.before) {
        const place = { key: middle, before }
        if (Math.abs(before - bytes) < slack) return this.#rowAt(place, first)
        if (before <= bytes) low = place
        else high = place
        continue
      }
      const right = await this.from(middle)
      if (right !== undefined && Math.abs(right.before - bytes) < slack) return right
      const left = await this.before(middle)
      if (right !== undefined && right.before <= bytes) low = right
      else if (left !== undefined && left.before >= bytes) high = left
      else return this.#rowAt(nearest(bytes, left ?? low, right ?? high), first)
    }
    return this.#rowAt(nearest(bytes, low, high), first)
  }

  /** The row at a place, which may be a key between rows; `otherwise` if all have been deleted. */
  async #rowAt({ key }: Place, otherwise: Place): Promise<Place> {
    return (await this.from(key)) ?? (await this.before(key)) ?? otherwise
  }

  async #first(start: Buffer, end: Buffer, reverse: boolean): Promise<Place | undefined> {
    const { id, primaryKey } = this.#table
    const scan = this.#store.scan({ table: id, start, end, reverse, expectedEntries: 1 })
    try {
      const [entry] = await scan.next()
      if (entry === undefined) return undefined
      // The entry may be a chunk of the row.
      const key = Buffer.from(entry.key.subarray(0, rowKeyEnd(entry.key, primaryKey.length)))
      return { key, before: await this.bytesBefore(key) }
    } finally {
      await scan.close()
    }
  }
}

const nearest = (bytes: number, left: Place, right: Place): Place =>
  bytes - left.before <= right.before - bytes ? left : right

/** A key between the two, at most equal to the upper one; undefined when they are adjacent. */
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
