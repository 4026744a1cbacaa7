import { outOfRange } from '@rowhouse/platform'
import type {
  OrdinalsInParts,
  PostingsCursor,
  TermDictionary,
  TermsField,
  TextField,
} from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { PackedOrdinals } from '../../segments/format/packed-ordinals.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { countDeleted, type ValueSpan } from '../deleted-values.js'
import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'
import { addTested } from '../numbers/column-walk.js'
import type { Query, SearchContext, Weight } from '../query.js'
import { BitsWalk, hasBit, wordsFor } from '../walks/bits-walk.js'
import { disjunction } from '../walks/disjunction.js'
import { LazyWalk } from '../walks/lazy-walk.js'
import { ListWalk } from '../walks/list-walk.js'
import { type Tick, ticker } from '../walks/ticker.js'
import { addOrdinal, keeperOf } from './one-ordinal.js'
import { CursorWalk } from './cursor-walk.js'
import { countOrdinals, eachOrdinal, firstOrdinal, membership, type Ordinals } from './ordinals.js'

/** Finds the terms of a segment's dictionary that a query matches. */
export type FindOrdinals = (terms: TermDictionary, tick: Tick) => Ordinals

/** The documents of more terms are estimated by the mean. */
const COUNTED_TERMS_MAX = 1024
/** Up to this many terms are walked term by term. */
const WALKED_TERMS_MAX = 8
/** Up to this share of the documents a sorted list is cheaper than a bit set. */
const LIST_SHARE = 4096
/** From this share of the documents on, the column is walked instead of the posting lists. */
const COLUMN_SHARE = 8

/** Documents with any of some terms of a field, all with the same score. */
export function ordinalsQuery(fieldName: string, find: FindOrdinals, constant: number): Query {
  return { weight: (context) => ordinalsWeight(fieldName, find, constant, context) }
}

function ordinalsWeight(
  fieldName: string,
  ordinalsIn: FindOrdinals,
  constant: number,
  context: SearchContext,
): Weight {
  const tick = ticker(context.checkTime)
  // Remembered, so that a dictionary is not scanned twice for a count and a walk.
  const known = new Map<Level, OrdinalMatches | undefined>()
  const find = (level: Level): OrdinalMatches | undefined => {
    const field = level.field(fieldName)
    if (field?.kind !== 'terms' && field?.kind !== 'text') return undefined
    const ordinals = ordinalsIn(field.terms, tick)
    const count = countOrdinals(ordinals)
    if (count === 0) return undefined
    return { field, ordinals, count, documents: level.documents }
  }
  const matchesOf = (level: Level): OrdinalMatches | undefined => {
    if (!known.has(level)) known.set(level, find(level))
    return known.get(level)
  }
  return {
    scorer: (_, level) => {
      const matches = matchesOf(level)
      return matches && ordinalsScorer(matches, constant, tick)
    },
    count: (_, level) => {
      const matches = matchesOf(level)
      return matches === undefined ? 0 : exactCount(matches)
    },
    countDeleted: (view) => {
      const matches = matchesOf(view.segment.rows)
      return matches && deletedOf(matches, view, fieldName)
    },
    addTo: (_, level, bits) => {
      const matches = matchesOf(level)
      if (matches !== undefined) addMatches(matches, bits, tick)
    },
  }
}

interface OrdinalMatches {
  readonly field: TermsField | TextField
  readonly ordinals: Ordinals
  readonly count: number
  readonly documents: number
}

/** The counts of terms add up only where no document has two values. */
function exactCount({ field, ordinals, count }: OrdinalMatches): number | undefined {
  if (count === 1) return field.postings.documentFrequency(firstOrdinal(ordinals))
  if (field.kind === 'text' || count > COUNTED_TERMS_MAX) return undefined
  if (field.column === undefined || field.column.starts !== undefined) return undefined
  return sumOfFrequencies(field, ordinals)
}

function deletedOf(
  { field, ordinals, count }: OrdinalMatches,
  view: SegmentView,
  name: string,
): number | undefined {
  if (field.kind === 'text' || count > COUNTED_TERMS_MAX) return undefined
  const { column, present } = field
  if (column === undefined || column.starts !== undefined) return undefined
  const spans: ValueSpan[] = []
  if (ordinals.kind === 'span') spans.push({ low: ordinals.span.from, high: ordinals.span.to - 1 })
  else for (const ordinal of ordinals.list) spans.push({ low: ordinal, high: ordinal })
  return countDeleted(view, { name, present, values: column.cold ?? column.ordinals }, spans)
}

function sumOfFrequencies({ postings }: TermsField | TextField, ordinals: Ordinals): number {
  let sum = 0
  eachOrdinal(ordinals, (ordinal) => {
    sum += postings.documentFrequency(ordinal)
  })
  return sum
}

function costOf({ field, ordinals, count }: OrdinalMatches): number {
  if (count <= COUNTED_TERMS_MAX) return sumOfFrequencies(field, ordinals)
  return Math.ceil((field.documentsWithValue * count) / field.terms.size)
}

function ordinalsScorer(matches: OrdinalMatches, constant: number, tick: Tick): Scorer {
  const { field, ordinals, count, documents } = matches
  const needs = { frequencies: false, positions: false }
  const tester = ordinalsTester(matches)
  const cursorOf = (ordinal: number): Scorer => {
    const open = (): PostingsCursor => field.postings.cursor(ordinal, needs)
    return new CursorWalk(field.postings.documentFrequency(ordinal), open, constant, tester)
  }
  if (count === 1) return cursorOf(firstOrdinal(ordinals))
  const cost = costOf(matches)
  return new LazyWalk({
    cost,
    constant,
    tester,
    build: () => {
      if (count <= WALKED_TERMS_MAX) {
        const clauses: Scorer[] = []
        eachOrdinal(ordinals, (ordinal) => clauses.push(cursorOf(ordinal)))
        const options = { minimum: 1, scores: false, tieBreaker: 1, tick }
        return disjunction(clauses, options)
      }
      if (cost * LIST_SHARE <= documents) return listed(matches, constant, tick)
      const bits = new Uint32Array(wordsFor(documents))
      addMatches(matches, bits, tick)
      return new BitsWalk(bits, cost, constant)
    },
  })
}

function listed({ field, ordinals }: OrdinalMatches, constant: number, tick: Tick): Scorer {
  const found: number[] = []
  eachOrdinal(ordinals, (ordinal) => {
    const cursor = field.postings.cursor(ordinal, { frequencies: false, positions: false })
    for (let at = cursor.next(); at !== NO_MORE; at = cursor.next()) found.push(at)
    tick()
  })
  return new ListWalk(Uint32Array.from(found).sort(), constant)
}

const NO_ORDINALS = new Uint32Array(0)

/** Tests the ordinals in the column, where the field has one. */
function ordinalsTester(
  { field, ordinals }: OrdinalMatches,
  wanted: 'few' | 'all' = 'few',
): Tester | undefined {
  if (field.kind === 'text' || field.column === undefined) return undefined
  const { present, terms, column } = field
  const { starts } = column
  // Most testers are never used, so the column is read at the first test.
  let values: PackedOrdinals = NO_ORDINALS
  let cold: OrdinalsInParts | undefined
  let isMember: ((ordinal: number) => boolean) | undefined
  const test = (index: number): boolean => {
    if (isMember === undefined) {
      isMember = membership(ordinals, terms.size)
      cold = wanted === 'few' ? column.cold : undefined
      if (cold === undefined) values = column.ordinals
    }
    if (cold !== undefined) return isMember(cold.at(index) ?? outOfRange())
    return isMember(values[index] ?? outOfRange())
  }
  if (starts === undefined) {
    const isPresent = (document: number): boolean =>
      present === undefined || hasBit(present, document)
    const keep = countOrdinals(ordinals) === 1 ? keeperOf(column, present, ordinals) : undefined
    return { cost: 1, test: (document) => isPresent(document) && test(document), keep }
  }
  return {
    cost: 2,
    test: (document) => {
      const end = starts[document + 1] ?? outOfRange()
      for (let index = starts[document] ?? outOfRange(); index < end; index += 1)
        if (test(index)) return true
      return false
    },
  }
}

function addMatches(matches: OrdinalMatches, bits: Uint32Array, tick: Tick): void {
  const { field, ordinals, count, documents } = matches
  const column = count === 1 ? broadColumn(matches) : undefined
  if (column !== undefined) {
    return addOrdinal(column, field.present, documents, firstOrdinal(ordinals), bits)
  }
  const tester = count * COLUMN_SHARE > documents ? ordinalsTester(matches, 'all') : undefined
  if (tester !== undefined) return addTested(tester, documents, bits)
  eachOrdinal(ordinals, (ordinal) => {
    field.postings.addTo(ordinal, bits)
    tick()
  })
}

/** The column to look for a term in that most postings are of: a byte is read faster than a gap unpacked. */
function broadColumn({ field, ordinals, documents }: OrdinalMatches): Uint8Array | undefined {
  if (field.kind === 'text' || field.column?.starts !== undefined) return undefined
  const frequency = field.postings.documentFrequency(firstOrdinal(ordinals))
  if (frequency * COLUMN_SHARE < documents || field.terms.size > 2 ** 8) return undefined
  // Segments of an older format have wide columns; whether it is narrow is known without reading it.
  const narrow = field.column?.cold?.subarray(0, 0) ?? field.column?.ordinals
  if (!(narrow instanceof Uint8Array)) return undefined
  const values = field.column?.ordinals
  return values instanceof Uint8Array ? values : undefined
}
