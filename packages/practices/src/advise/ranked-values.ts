import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { HashPrefix } from '../hash/prefix-by.js'
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
  const rows = sortedBy(first, sortedBy(second, Int32Array.from(first.ranks.keys())))
  const ranks = new Int32Array(rows.length)
  let rank = -1
  let [lastFirst, lastSecond] = [-1, -1]
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? outOfRange()
    const [nextFirst, nextSecond] = [
      first.ranks[row] ?? outOfRange(),
      second.ranks[row] ?? outOfRange(),
    ]
    if (nextFirst !== lastFirst || nextSecond !== lastSecond) rank += 1
    ranks[row] = rank
    lastFirst = nextFirst
    lastSecond = nextSecond
  }
  return {
    ranks,
    distinct: rank + 1,
    bytesMax: first.bytesMax + 1 + second.bytesMax,
    missing: Math.max(first.missing, second.missing),
  }
}

/** The rows by their ranks; rows of one rank keep their order. Counting takes no comparisons. */
function sortedBy(values: RankedValues, rows: Int32Array): Int32Array {
  const counts = countRanks(values)
  const places = new Int32Array(values.distinct)
  for (let rank = 1; rank < places.length; rank++) {
    places[rank] = (places[rank - 1] ?? outOfRange()) + (counts[rank - 1] ?? outOfRange())
  }
  const sorted = new Int32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? outOfRange()
    const rank = values.ranks[row] ?? outOfRange()
    const place = places[rank] ?? outOfRange()
    sorted[place] = row
    places[rank] = place + 1
  }
  return sorted
}

/** The number of rows of each key. */
export function countRanks({
  ranks,
  distinct,
}: Pick<RankedValues, 'ranks' | 'distinct'>): Int32Array {
  const counts = new Int32Array(distinct)
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] ?? outOfRange()
    counts[rank] = (counts[rank] ?? outOfRange()) + 1
  }
  return counts
}

function rankedBy(texts: readonly string[], sorted: readonly string[]): RankedValues {
  const rankOf = new Map<string, number>()
  for (const [rank, text] of sorted.entries()) rankOf.set(text, rank)
  const ranks = new Int32Array(texts.length)
  for (const [row, text] of texts.entries()) {
    ranks[row] = expectDefined(rankOf.get(text), 'every text')
  }
  return {
    ranks,
    distinct: sorted.length,
    bytesMax: sorted.reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0),
    missing: texts.reduce((sum, text) => sum + (text === '' ? 1 : 0), 0),
  }
}

function byNumber(a: string, b: string): number {
  const [first, second] = [BigInt(a), BigInt(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Texts by the bytes of their keys in UTF-8. Without surrogates their characters have the same order. */
function sortByBytes(texts: readonly string[], keyOfText: (text: string) => string): string[] {
  const keyed = texts.map((text) => ({ text, key: keyOfText(text) }))
  const compare = keyed.some(({ key }) => SURROGATE.test(key)) ? byBytes : byCharacters
  return keyed.toSorted((a, b) => compare(a.key, b.key)).map(({ text }) => text)
}

const SURROGATE = /[\ud800-\udfff]/

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const byCharacters = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
