import { outOfRange } from '@rowhouse/platform'
import {
  type FrequentTerm,
  LISTED_FROM_TERMS,
  decodeFrequent,
  encodeFrequent,
} from '../../segments/format/frequent-list.js'
import { mergeSorted } from '../../segments/merge/merge-sorted.js'
import { hashTerms } from '../../segments/format/term-hashes.js'
import type {
  HashesInParts,
  Postings,
  TermDictionary,
  TermsField,
} from '../../segments/field-reader.js'
import type { SegmentReader } from '../../segments/segment-reader.js'
import {
  type FrequentTerms,
  type ListedTerms,
  type Wanted,
  compareFrequent,
  keyOf,
  mergedLists,
} from './listed-terms.js'
import { mayShareTerms } from './shared-terms.js'
import { type CountedTerms, comparePlaced, termsWithMostRows } from './terms-with-most-rows.js'

export interface TermsSegment {
  readonly segment: Pick<SegmentReader, 'id' | 'derived'>
  readonly terms: TermsField
}

interface Asked extends Wanted {
  /** Unique among the fields of the segments. */
  readonly name: string
}

const FREQUENT_MAX = 1024
/** Lists of fewer terms, which are long ones, are not made up of those of the segments. */
const FREQUENT_MIN = 256
/** Segments with so many terms together are looked up beside the others. */
const LOOKED_UP_MAX = 8192

/**
 * The most frequent terms of all rows. The lists in the segments mostly tell them. Where they do not, all
 * terms are read. Either is kept with the largest segment, for just these segments.
 */
export function frequentTerms(segments: readonly TermsSegment[], asked: Asked): FrequentTerms {
  const descending = segments.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const { name, most, least } = asked
  return kept(descending, { ...asked, name: `${name}\0${most}\0${least}` }, (checkTime) => {
    const lists = listsOf(descending)
    const merged = lists && mergedLists(lists, { most, least, checkTime })
    return merged ?? withLarge(descending, { ...asked, checkTime })
  })
}

/** Undefined where a segment of an earlier build has no list. */
function listsOf(segments: readonly TermsSegment[]): readonly ListedTerms[] | undefined {
  const lists: ListedTerms[] = []
  for (const each of segments) {
    const listed = sizeOf(each) > LISTED_FROM_TERMS ? each.terms.frequent() : allTerms(each)
    if (listed === undefined) return undefined
    const rowsOf = (term: Uint8Array): number => rowsIn([each], term)
    lists.push({ first: listed, isAll: listed.length === sizeOf(each), rowsOf })
  }
  return lists
}

function allTerms(segment: TermsSegment): FrequentTerm[] {
  const terms = new SegmentTerms(segment)
  const all: FrequentTerm[] = []
  while (terms.next()) all.push({ term: terms.bytes.slice(), rows: terms.rows })
  return all
}

/** Small segments, which change often, are added to what is known of the others. */
function withLarge(descending: readonly TermsSegment[], asked: Asked): FrequentTerms {
  let room = LOOKED_UP_MAX
  let large = descending.length
  for (; large > 0; large--) {
    room -= sizeOf(descending[large - 1] ?? outOfRange())
    if (room < 0) break
  }
  if (large === 0) return mergedTerms(descending, asked.checkTime)
  const some = descending.slice(0, large)
  const others = kept(some, asked, (checkTime) => ofLarge(some, checkTime))
  if (large === descending.length) return others
  return withSmall(others, descending, large, asked.checkTime)
}

const sizeOf = ({ terms }: TermsSegment): number => terms.terms.size

type Find = (checkTime: () => void) => FrequentTerms

function kept(
  descending: readonly TermsSegment[],
  { name, checkTime }: Pick<Asked, 'name' | 'checkTime'>,
  find: Find,
): FrequentTerms {
  const holder = descending.find(({ segment }) => segment.derived !== undefined)
  const ids = descending.map(({ segment }) => segment.id).join()
  const bytes = holder?.segment.derived?.get(`frequent\0${name}\0${ids}`, (ownCheck) =>
    packed(find(ownCheck)),
  )
  return bytes === undefined ? find(checkTime) : unpacked(bytes)
}

function ofLarge(segments: readonly TermsSegment[], checkTime: () => void): FrequentTerms {
  const lists = listsOf(segments)
  const areDisjoint = lists !== undefined && haveOwnTerms(segments, checkTime)
  const wanted = { most: FREQUENT_MAX, least: FREQUENT_MIN, areDisjoint, checkTime }
  const merged = areDisjoint ? mergedLists(lists, wanted) : undefined
  return merged ?? mergedTerms(segments, checkTime)
}

/**
 * Whether the terms of these segments are in one row each; their hashes tell. Where most terms have none,
 * reading all terms takes less than hashing them.
 */
function haveOwnTerms(segments: readonly TermsSegment[], checkTime: () => void): boolean {
  const many = segments.filter((each) => sizeOf(each) > LISTED_FROM_TERMS)
  if (many.some(({ terms }) => terms.frequent()?.[0]?.rows !== 1)) return false
  const isHashed = ({ terms }: TermsSegment): boolean => terms.hashes() !== undefined
  const total = termsOf(many)
  if (many.length > 1 && termsOf(many.filter(isHashed)) * 2 < total) return false
  const hashes = many.map((each): HashesInParts => {
    checkTime()
    const { terms } = each.terms
    return each.terms.hashes() ?? hashTerms(terms.size, (ordinal) => terms.term(ordinal))
  })
  return hashes.length < 2 || !mayShareTerms(hashes, checkTime)
}

const termsOf = (segments: readonly TermsSegment[]): number =>
  segments.reduce((sum, each) => sum + sizeOf(each), 0)

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

function rowsIn(segments: readonly TermsSegment[], term: Uint8Array): number {
  return segments.reduce((sum, { terms }) => {
    const ordinal = terms.terms.find(term)
    return ordinal === -1 ? sum : sum + terms.postings.documentFrequency(ordinal)
  }, 0)
}

/** Layout: whether these are all; then as in a segment. */
const packed = ({ first, isAll }: FrequentTerms): Uint8Array =>
  Uint8Array.from(Buffer.concat([Uint8Array.of(Number(isAll)), encodeFrequent(first)]))

const unpacked = (bytes: Uint8Array): FrequentTerms => ({
  first: decodeFrequent(bytes.subarray(1)),
  isAll: bytes[0] === 1,
})
