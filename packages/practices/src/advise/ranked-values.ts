import { expectDefined } from '@rowhouse/platform'
import type { HashPrefix } from '../hash/hash-prefix.js'
import { isInteger } from '../splice/design-from-sample.js'

/**
 * Keys as ranks: for each row the place of its key among all distinct keys in key order. Advice needs only
 * order, equality and counts, so it does not depend on names and contents of columns.
 */
export interface RankedValues {
  /** From 0 to distinct - 1, one for each row. */
  readonly ranks: Int32Array
  readonly distinct: number
  /** The length of the longest key. */
  readonly bytesMax: number
  /** The number of rows without a value. */
  readonly missing: number
}

/** Ranks a column as it is: as integers if all its values are integers, otherwise as strings. */
export function rankColumn(texts: readonly string[]): RankedValues {
  const distinct = [...new Set(texts)]
  const isNumeric = distinct.every((text) => text === '' || isInteger(text))
  const sorted = isNumeric ? distinct.toSorted(byNumber) : sortByBytes(distinct, (text) => text)
  return rankedBy(texts, sorted)
}

/** Ranks a column with a hash prefix. */
export function rankHashed(texts: readonly string[], hash: HashPrefix): RankedValues {
  const ranked = rankedBy(
    texts,
    sortByBytes([...new Set(texts)], (text) => keyOf(hash, text)),
  )
  return { ...ranked, bytesMax: ranked.bytesMax + hash.length }
}

const keyOf = (hash: HashPrefix, text: string): string => hash.prefixOf(text) + text

/** Ranks a splice of two keys: by the first, then by the second. */
export function rankSpliced(first: RankedValues, second: RankedValues): RankedValues {
  const pairs = Float64Array.from(
    first.ranks,
    (rank, row) => rank * second.distinct + expectDefined(second.ranks[row], 'as many rows'),
  )
  const distinct = pairs
    .toSorted()
    .filter((pair, at, sorted) => at === 0 || sorted[at - 1] !== pair)
  return {
    ranks: Int32Array.from(pairs, (pair) => placeOf(distinct, pair)),
    distinct: distinct.length,
    bytesMax: first.bytesMax + 1 + second.bytesMax,
    missing: Math.max(first.missing, second.missing),
  }
}

/** The place of a number in a sorted array that contains it. */
function placeOf(sorted: Float64Array, wanted: number): number {
  let [from, to] = [0, sorted.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (expectDefined(sorted[middle], 'a number') < wanted) from = middle + 1
    else to = middle
  }
  return from
}

/** The number of rows of each key. */
export function countRanks({
  ranks,
  distinct,
}: Pick<RankedValues, 'ranks' | 'distinct'>): Int32Array {
  const counts = new Int32Array(distinct)
  for (const rank of ranks) counts[rank] = expectDefined(counts[rank], 'a rank') + 1
  return counts
}

function rankedBy(texts: readonly string[], sorted: readonly string[]): RankedValues {
  const rankOf = new Map(sorted.map((text, rank) => [text, rank]))
  return {
    ranks: Int32Array.from(texts, (text) => expectDefined(rankOf.get(text), 'every text')),
    distinct: sorted.length,
    bytesMax: sorted.reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0),
    missing: texts.reduce((sum, text) => sum + (text === '' ? 1 : 0), 0),
  }
}

function byNumber(a: string, b: string): number {
  const [first, second] = [BigInt(a), BigInt(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

const sortByBytes = (texts: readonly string[], keyOfText: (text: string) => string): string[] =>
  texts
    .map((text) => ({ text, key: Buffer.from(keyOfText(text)) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))
    .map(({ text }) => text)
