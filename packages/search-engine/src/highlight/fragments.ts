import { isPair, isWhitespace } from '../analyzers/characters.js'

interface Place {
  readonly start: number
  readonly end: number
}

/**
 * Cuts a text into fragments of about a size that do not overlap. A cut moves back to a space if one is
 * near, and out of a hit if the fragment is then at most half as long again.
 */
export const fragmentBounds = (
  text: string,
  size: number,
  hits: readonly Place[],
): [number, number][] => {
  const step = Math.max(1, Math.floor(size))
  const bounds: [number, number][] = []
  let start = 0
  let hit = 0
  // Fragments without hits are not kept, so long texts are cut only around their hits.
  for (let next = hits[hit]; next !== undefined; next = hits[hit]) {
    if (next.start >= start + step) start = skipTo(text, start, next.start, step)
    const end = endOf(text, start, step, hits, hit)
    bounds.push([start, end])
    start = end
    while ((hits[hit]?.end ?? Number.POSITIVE_INFINITY) <= end) hit++
    // A hit that the boundary cuts belongs to no fragment.
    while ((hits[hit]?.start ?? Number.POSITIVE_INFINITY) < end) hit++
  }
  return bounds
}

/** The beginning of the fragment around a place, as if all fragments before had been cut. */
const skipTo = (text: string, start: number, place: number, step: number): number => {
  const parts = Math.floor((place - start) / step)
  const from = start + parts * step
  return backToSpace(text, from, Math.max(start, from - Math.floor(step / 2)))
}

const endOf = (
  text: string,
  start: number,
  step: number,
  hits: readonly Place[],
  first: number,
): number => {
  const cut = start + step
  if (cut >= text.length) return text.length
  const lowest = start + Math.ceil(step / 2)
  let end = backToSpace(text, cut, lowest)
  for (let at = first; at < hits.length; at++) {
    const { start: from = 0, end: to = 0 } = hits[at] ?? {}
    if (from >= end) break
    if (to <= end) continue
    if (to <= cut + Math.floor(step / 2)) end = to
    break
  }
  return isPair(text, end - 1) ? end + 1 : end
}

/** The place after the last space before this one; the place itself without a space. */
const backToSpace = (text: string, place: number, lowest: number): number => {
  for (let at = place; at > lowest; at--) if (isWhitespace(text.charCodeAt(at - 1))) return at
  return isPair(text, place - 1) ? place - 1 : place
}
