import { PracticeError } from '../practice-error.js'
import type { KeyRange } from '../splice/splice-range.js'
import type { HashPrefix } from './prefix-by.js'

/** A range of values; the end is exclusive. */
export interface ValueRange {
  readonly from: string
  readonly to: string
}

/** The ranges of keys for one range of values: one for each prefix. */
export function* fanOutRanges(
  { length, prefixes }: HashPrefix,
  range: ValueRange,
): Generator<KeyRange> {
  for (let nth = 0; nth < prefixes; nth++) {
    const prefix = nth.toString(16).padStart(length, '0')
    yield { start: prefix + range.from, end: prefix + range.to }
  }
}

/** The cost of reading a range of values. */
export interface FanOutPrice {
  /** The minimum number of GetRange calls; each costs a read unit even when it finds nothing. */
  readonly requests: number
  readonly explanation: string
}

export function fanOutPrice({ prefixes, length }: HashPrefix): FanOutPrice {
  return {
    requests: prefixes,
    explanation:
      `${length} digits of hash make ${prefixes} ranges of one: a read of neighbours takes at least ` +
      `${prefixes} requests and read units, whatever it finds`,
  }
}

/** Reads the rows of one range of keys, in order. */
export type ReadRange<Row> = (range: KeyRange) => Promise<readonly Row[]>

export interface FanOutOptions<Row> {
  /** The value after the prefix, by which the result is ordered. */
  readonly valueOf: (row: Row) => string
  /** How many ranges are read at the same time. */
  readonly concurrency?: number
  /** A scan over more prefixes is refused, because its cost would be unexpected. */
  readonly rangesMax?: number
}

/** Reads a range of values in the order of the values, as GetRange would without a hash. */
export async function fanOutScan<Row>(
  hash: HashPrefix,
  range: ValueRange,
  read: ReadRange<Row>,
  { valueOf, concurrency = 16, rangesMax = 65_536 }: FanOutOptions<Row>,
): Promise<Row[]> {
  if (hash.prefixes > rangesMax)
    throw new PracticeError(`${fanOutPrice(hash).explanation}; at most ${rangesMax} are allowed`)
  const ranges = fanOutRanges(hash, range)
  const found: Row[] = []
  const readSome = async (): Promise<void> => {
    // The workers share one generator, from which each takes the next range.
    for (const one of ranges) for (const row of await read(one)) found.push(row)
  }
  await Promise.all(Array.from({ length: concurrency }, readSome))
  return found
    .map((row) => ({ row, value: Buffer.from(valueOf(row)) }))
    .toSorted((a, b) => Buffer.compare(a.value, b.value))
    .map(({ row }) => row)
}
