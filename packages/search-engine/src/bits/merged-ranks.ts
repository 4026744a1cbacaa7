import { invariant, outOfRange } from '@rowhouse/platform'

type Value = number | bigint

/** Ascending values, of which only those that are asked for are read. */
export interface SortedValues {
  readonly length: number
  at(place: number): Value | undefined
}

/** The part of sorted values in which a rank is still looked for. */
interface Span {
  readonly values: SortedValues
  /** 1, or -1 for values that are taken away. */
  readonly sign: 1 | -1
  from: number
  to: number
}

/**
 * All values of some sorted arrays, without those of others, in one order that is never made: a rank is
 * found by cutting all arrays at a value of one of them until that value has it.
 */
export class MergedRanks implements SortedValues {
  readonly length: number
  readonly #added: readonly SortedValues[]
  readonly #taken: readonly SortedValues[]

  /** What is taken was added as well. */
  constructor(added: readonly SortedValues[], taken: readonly SortedValues[]) {
    this.#added = added
    this.#taken = taken
    const lengthOf = (all: readonly SortedValues[]): number =>
      all.reduce((sum, { length }) => sum + length, 0)
    this.length = lengthOf(added) - lengthOf(taken)
  }

  at(rank: number): Value {
    invariant(rank >= 0 && rank < this.length, 'a rank is one of the values')
    const spans = [
      ...this.#added.map((values) => spanOf(values, 1)),
      ...this.#taken.map((values) => spanOf(values, -1)),
    ]
    /** The values in front of all spans. */
    let before = 0
    for (;;) {
      const cut = middleOf(spans)
      const cuts = spans.map((span) => ({
        span,
        below: firstPlace(span, (value) => value >= cut),
        upTo: firstPlace(span, (value) => value > cut),
      }))
      const count = (end: 'below' | 'upTo'): number =>
        cuts.reduce((sum, each) => sum + each.span.sign * (each[end] - each.span.from), before)
      const [below, upTo] = [count('below'), count('upTo')]
      if (rank < below) for (const each of cuts) each.span.to = each.below
      else if (rank < upTo) return cut
      else {
        for (const each of cuts) each.span.from = each.upTo
        before = upTo
      }
    }
  }
}

const spanOf = (values: SortedValues, sign: 1 | -1): Span => ({
  values,
  sign,
  from: 0,
  to: values.length,
})

/** A value in the middle of the longest span. */
function middleOf(spans: readonly Span[]): Value {
  let longest: Span | undefined
  for (const span of spans) {
    if (longest === undefined || span.to - span.from > longest.to - longest.from) longest = span
  }
  if (longest === undefined || longest.from === longest.to) return outOfRange()
  return longest.values.at((longest.from + longest.to) >>> 1) ?? outOfRange()
}

/** The first place of a span whose value satisfies a condition, which then holds for all behind it. */
function firstPlace({ values, from, to }: Span, isBehind: (value: Value) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBehind(values.at(middle) ?? outOfRange())) high = middle
    else low = middle + 1
  }
  return low
}
