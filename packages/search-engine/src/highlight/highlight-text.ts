import { outOfRange } from '@rowhouse/platform'
import { fragmentBounds } from './fragments.js'

export type HighlightEncoder = 'PLAIN' | 'HTML'
export type FragmentsOrder = 'TEXT_SEQUENCE' | 'SCORE'

export interface HighlightOptions {
  /** The approximate number of characters in a fragment. */
  readonly fragmentSize: number
  readonly numberOfFragments: number
  readonly preTag: string
  readonly postTag: string
  readonly order: FragmentsOrder
  readonly encoder: HighlightEncoder
}

/** A word of the text that the query asked for, with its offsets in UTF-16 units and its weight. */
export interface Hit {
  readonly start: number
  readonly end: number
  /** The number of the query's term: a fragment with two terms beats one with the same term twice. */
  readonly term: number
  readonly weight: number
}

interface Fragment {
  readonly start: number
  readonly end: number
  readonly hits: readonly Hit[]
  readonly score: number
}

/** The best fragments of a text with the hits in tags; empty without hits. */
export const highlightText = (
  text: string,
  hits: readonly Hit[],
  options: HighlightOptions,
): string[] => {
  const sorted = withoutOverlaps(hits)
  const fragments = fragmentBounds(text, options.fragmentSize, sorted).flatMap(([start, end]) =>
    fragmentOf(start, end, sorted),
  )
  // The sort is stable, so of equal fragments the first in the text comes first.
  const best = fragments
    .toSorted((one, other) => other.score - one.score)
    .slice(0, options.numberOfFragments)
  if (options.order === 'TEXT_SEQUENCE') best.sort((one, other) => one.start - other.start)
  return best.map((fragment) => markUp(text, fragment, options))
}

/**
 * Sorts hits by their beginning. Hits that overlap become one, from the first beginning to the last end.
 */
const withoutOverlaps = (hits: readonly Hit[]): Hit[] => {
  const merged: Hit[] = []
  const sorted = hits.toSorted((one, other) => one.start - other.start || other.end - one.end)
  for (const hit of sorted) {
    const last = merged.at(-1)
    if (last === undefined || hit.start >= last.end) merged.push(hit)
    else merged.splice(-1, 1, { ...last, end: Math.max(last.end, hit.end) })
  }
  return merged
}

/** Marks only hits that are completely within the fragment. A word that a boundary cuts is not marked. */
const fragmentOf = (start: number, end: number, sorted: readonly Hit[]): Fragment[] => {
  const hits: Hit[] = []
  for (let at = firstFrom(sorted, start); at < sorted.length; at++) {
    const hit = sorted[at]
    if (hit === undefined || hit.end > end) break
    hits.push(hit)
  }
  return hits.length === 0 ? [] : [{ start, end, hits, score: scoreOf(hits) }]
}

const firstFrom = (sorted: readonly Hit[], start: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? outOfRange()).start < start) low = middle + 1
    else high = middle
  }
  return low
}

/** Each term counts once. */
const scoreOf = (hits: readonly Hit[]): number => {
  const weights = new Map(hits.map(({ term, weight }) => [term, weight]))
  let score = 0
  for (const weight of weights.values()) score += weight
  return score
}

const markUp = (text: string, fragment: Fragment, options: HighlightOptions): string => {
  const encode = options.encoder === 'HTML' ? escapeHtml : (plain: string): string => plain
  let marked = ''
  let from = fragment.start
  for (const { start, end } of fragment.hits) {
    marked += encode(text.slice(from, start))
    marked += options.preTag + encode(text.slice(start, end)) + options.postTag
    from = end
  }
  return marked + encode(text.slice(from, fragment.end))
}

/** The service's documentation lists these but for the ampersand, without which none could be decoded. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '/': '&#x2F;',
}

const escapeHtml = (plain: string): string =>
  plain.replaceAll(/[&<>"'/]/g, (character) => ENTITIES[character] ?? character)
