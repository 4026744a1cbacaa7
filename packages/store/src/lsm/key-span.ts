import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from './entry-form.js'

/** Keys from `start` up to `end`, which is not in it. */
export interface KeySpan {
  readonly start: Buffer
  readonly end: Buffer
}

/** Whether one of the spans, which are sorted and disjoint, holds a key. */
export const holdsKey = (
  spans: readonly KeySpan[],
  bytes: Uint8Array,
  keyAt: number,
  keyEnd: number,
): boolean => findSpan(spans, bytes, keyAt, keyEnd) !== undefined

/** The one of the spans, which are sorted and disjoint, that holds a key. */
export function findSpan(
  spans: readonly KeySpan[],
  bytes: Uint8Array,
  keyAt: number,
  keyEnd: number,
): KeySpan | undefined {
  if (spans.length === 0) return undefined
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const { start } = spans[middle] ?? outOfRange()
    if (compareBytes(start, 0, start.length, bytes, keyAt, keyEnd) <= 0) low = middle + 1
    else high = middle
  }
  if (low === 0) return undefined
  const span = spans[low - 1] ?? outOfRange()
  return compareBytes(bytes, keyAt, keyEnd, span.end, 0, span.end.length) < 0 ? span : undefined
}

/** Whether one of the spans holds all keys from `first` to `last`. */
export function holdsAll(spans: readonly KeySpan[], first: Buffer, last: Buffer): boolean {
  return spans.some(({ start, end }) => start.compare(first) <= 0 && last.compare(end) < 0)
}

/** Sorted and disjoint. */
export function joinSpans(spans: readonly KeySpan[]): KeySpan[] {
  const sorted = spans
    .filter(({ start, end }) => start.compare(end) < 0)
    .sort((a, b) => a.start.compare(b.start))
  const joined: KeySpan[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    if (last === undefined || last.end.compare(span.start) < 0) joined.push(span)
    else if (last.end.compare(span.end) < 0)
      joined[joined.length - 1] = { start: last.start, end: span.end }
  }
  return joined
}
