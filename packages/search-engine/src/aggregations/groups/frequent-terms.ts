import { outOfRange } from '@rowhouse/platform'
import { compareWhole } from '../../segments/format/compare-bytes.js'
import { mergeSorted } from '../../segments/merge/merge-sorted.js'
import type { Postings, TermDictionary, TermsField } from '../../segments/field-reader.js'
import type { SegmentReader } from '../../segments/segment-reader.js'
import { type CountedTerms, comparePlaced, termsWithMostRows } from './terms-with-most-rows.js'

export interface FrequentTerm {
  readonly term: Uint8Array
  /** The rows that have it, deleted ones included. */
  readonly rows: number
}

/** The terms with the most rows over some segments; terms with as many rows come in their order. */
export interface FrequentTerms {
  readonly first: readonly FrequentTerm[]
  /** Whether there are no other terms; others come behind these. */
  readonly isAll: boolean
}

export interface TermsSegment {
  readonly segment: Pick<SegmentReader, 'id' | 'derived'>
  readonly terms: TermsField
}

interface Asked {
  /** Unique among the fields of the segments. */
  readonly name: string
  readonly checkTime: () => void
}

const FREQUENT_MAX = 1024
/** Segments with so many terms together are looked up beside the others. */
const LOOKED_UP_MAX = 8192

/**
 * The most frequent terms of all rows. Finding them reads every term once, so they are kept with the largest
 * segment, for just these segments. Small segments, which change often, are added to what is known of the
 * others.
 */
export function frequentTerms(segments: readonly TermsSegment[], asked: Asked): FrequentTerms {
  const descending = segments.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  let room = LOOKED_UP_MAX
  let large = descending.length
  for (; large > 0; large--) {
    room -= sizeOf(descending[large - 1] ?? outOfRange())
    if (room < 0) break
  }
  const merged = (some: readonly TermsSegment[]) =>
    kept(some, asked, (own) => mergedTerms(some, own))
  if (large === 0 || large === descending.length) return merged(descending)
  return kept(descending, asked, (own) =>
    withSmall(merged(descending.slice(0, large)), descending, large, own),
  )
}

const sizeOf = ({ terms }: TermsSegment): number => terms.terms.size

type Find = (checkTime: () => void) => FrequentTerms

function kept(descending: readonly TermsSegment[], { name, checkTime }: Asked, find: Find) {
  const holder = descending.find(({ segment }) => segment.derived !== undefined)
  const ids = descending.map(({ segment }) => segment.id).join()
  const bytes = holder?.segment.derived?.get(`frequent\0${name}\0${ids}`, (ownCheck) =>
    packed(find(ownCheck)),
  )
  return bytes === undefined ? find(checkTime) : unpacked(bytes)
}

/** Reads all terms in their order. */
function mergedTerms(segments: readonly TermsSegment[], checkTime: () => void): FrequentTerms {
  const cursors = segments.map((each) => new SegmentTerms(each))
  const { best, terms } = termsWithMostRows(cursors, FREQUENT_MAX, checkTime)
  return { first: best.toSorted(comparePlaced), isAll: terms <= FREQUENT_MAX }
}

/** The terms of a segment with their rows. */
class SegmentTerms implements CountedTerms {
  bytes: Uint8Array = new Uint8Array(0)
  rows = 0
  readonly #terms: TermDictionary
  readonly #postings: Postings
  #ordinal = -1

  constructor({ terms: { terms, postings } }: TermsSegment) {
    this.#terms = terms
    this.#postings = postings
  }

  next(): boolean {
    this.#ordinal++
    if (this.#ordinal >= this.#terms.size) return false
    this.bytes = this.#terms.term(this.#ordinal)
    this.rows = this.#postings.documentFrequency(this.#ordinal)
    return true
  }
}

/**
 * Adds the terms of small segments, those behind `large`. What is not known of the others has at most as many
 * rows there as the last known term, so most terms need no look-up where rows differ much.
 */
function withSmall(
  others: FrequentTerms,
  descending: readonly TermsSegment[],
  large: number,
  checkTime: () => void,
): FrequentTerms {
  const known = new Map(others.first.map((one) => [keyOf(one.term), one]))
  const last = others.isAll ? undefined : others.first.at(-1)
  // Terms behind this one are left out, so that few are looked up.
  const bound = last && (others.first[others.first.length >>> 1] ?? last)
  const added = new Map<string, FrequentTerm>()
  mergeSorted(
    descending.slice(large).map((each) => new SegmentTerms(each)),
    ({ bytes, rows }) => {
      const key = keyOf(bytes)
      const before = added.get(key)
      const term = before?.term ?? bytes.slice()
      added.set(key, { term, rows: rows + (before?.rows ?? 0) })
    },
  )
  for (const [key, { term, rows }] of added) {
    const one = known.get(key)
    if (one !== undefined) known.set(key, { term, rows: rows + one.rows })
    else if (last === undefined) known.set(key, { term, rows })
    else if (rows + last.rows >= (bound?.rows ?? 0)) {
      checkTime()
      known.set(key, { term, rows: rows + rowsIn(descending.slice(0, large), term) })
    }
  }
  const all = [...known.values()].sort(compareFrequent)
  const within = bound === undefined ? all : all.filter((one) => compareFrequent(one, bound) <= 0)
  const first = within.slice(0, FREQUENT_MAX)
  return { first, isAll: others.isAll && first.length === all.length }
}

/** More rows come first, then the order of terms. */
export const compareFrequent = (a: FrequentTerm, b: FrequentTerm): number =>
  b.rows - a.rows || compareWhole(a.term, b.term)

function rowsIn(segments: readonly TermsSegment[], term: Uint8Array): number {
  return segments.reduce((sum, { terms }) => {
    const ordinal = terms.terms.find(term)
    return ordinal === -1 ? sum : sum + terms.postings.documentFrequency(ordinal)
  }, 0)
}

const keyOf = (term: Uint8Array): string =>
  Buffer.from(term.buffer, term.byteOffset, term.length).toString('latin1')

/** Layout: whether these are all, how many, the rows of each and the lengths; then their bytes. */
function packed({ first, isAll }: FrequentTerms): Uint8Array {
  const numbers = [Number(isAll), first.length]
  for (const { term, rows } of first) numbers.push(rows, term.length)
  const head = Buffer.from(Uint32Array.from(numbers).buffer)
  return Uint8Array.from(Buffer.concat([head, ...first.map(({ term }) => term)]))
}

function unpacked(bytes: Uint8Array): FrequentTerms {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (nth: number): number => view.getUint32(nth * WORD_BYTES, true)
  const count = word(1)
  let from = (2 + 2 * count) * WORD_BYTES
  const first = Array.from({ length: count }, (_, nth) => {
    const end = from + word(3 + 2 * nth)
    const term = bytes.subarray(from, end)
    from = end
    return { term, rows: word(2 + 2 * nth) }
  })
  return { first, isAll: word(0) === 1 }
}

const WORD_BYTES = 4
