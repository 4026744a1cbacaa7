import { PracticeError } from '../practice-error.js'
import type { KeyRange } from '../splice/splice-range.js'
import type { HashPrefix } from './hash-prefix.js'

/** Values from one to another, the second not included. */
export interface ValueRange {
  readonly from: string
  readonly to: string
}

/** The ranges that together have the rows whose values lie in one range: one for each prefix. */
export function* fanOutRanges(
  { length, prefixes }: HashPrefix,
  range: ValueRange,
): Generator<KeyRange> {
  for (let nth = 0; nth < prefixes; nth++) {
    const prefix = nth.toString(16).padStart(length, '0')
    yield { start: prefix + range.from, end: prefix + range.to }
  }
}

/** What reading a run of neighbours costs. */
export interface FanOutPrice {
  /** GetRange calls at least; each of them costs a read unit, also when it finds nothing. */
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
  /** The value behind the prefix, by which the result is ordered. */
  readonly valueOf: (row: Row) => string
  /** Ranges that are read at the same time. */
  readonly concurrency?: number
  /** More prefixes than these are refused: the scan would cost more than anybody expects. */
  readonly rangesMax?: number
}

/** The rows of a run of values in the order of the values, as GetRange would read them without a hash. */
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
    // The workers share one generator: each takes the next range that nobody has taken.
    for (const one of ranges) found.push(...(await read(one)))
  }
  await Promise.all(Array.from({ length: concurrency }, readSome))
  return found
    .map((row) => ({ row, value: Buffer.from(valueOf(row)) }))
    .toSorted((a, b) => Buffer.compare(a.value, b.value))
    .map(({ row }) => row)
}
