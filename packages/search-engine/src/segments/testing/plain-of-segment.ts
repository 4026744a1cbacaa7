import type {
  ColumnShape,
  FieldReader,
  NumericColumn,
  NumericOrder,
  Postings,
  TermDictionary,
  WordsInParts,
} from '../field-reader.js'
import type { Level } from '../level.js'
import type { OpenSegment } from '../read/open-segment.js'
import { NO_MORE } from '../../queries/doc-set.js'
import type { IndexLayout, LevelLayout } from '../../schema/index-layout.js'
import {
  type PlainField,
  type PlainLevel,
  type PlainSegment,
  type PlainTerm,
  plainBytes,
  plainNumber,
} from './plain-level.js'

/** The whole content of a segment. */
export const plainOfSegment = (layout: IndexLayout, segment: OpenSegment): PlainSegment => {
  const numbers = Array.from({ length: segment.rows.documents }, (_, document) => document)
  return {
    keys: numbers.map((document) => plainBytes(segment.key(document))),
    expiry: segment.expiry === undefined ? undefined : [...segment.expiry],
    fingerprints: [...segment.fingerprints],
    misfits: Object.fromEntries([...segment.misfits()].map(([field, rows]) => [field, [...rows]])),
    rows: plainLevel(layout.rows, segment.rows),
  }
}

const plainLevel = (layout: LevelLayout, level: Level): PlainLevel => ({
  documents: level.documents,
  fields: Object.fromEntries(
    layout.fields.flatMap(({ name }) => {
      const field = level.field(name)
      return field === undefined ? [] : [[name, plainField(field, level.documents)] as const]
    }),
  ),
  children: Object.fromEntries(
    layout.children.flatMap((below) => {
      const child = level.child(below.path)
      if (child === undefined) return []
      const { parents, starts } = child
      const plain = plainLevel(below, child.level)
      return [
        [below.path, { parents: allOf(parents), starts: allOf(starts), level: plain }] as const,
      ]
    }),
  ),
})

const plainField = (field: FieldReader, documents: number): PlainField => {
  const present = Array.from({ length: documents }, (_, document) => hasValue(field, document))
  const { documentsWithValue } = field
  const nothing = { column: undefined, order: undefined, terms: undefined, lengths: undefined }
  const shape = { ...nothing, documentsWithValue, present }
  const perDocument = (starts: ColumnShape['starts'], valueOf: (slot: number) => string) =>
    present.map((isThere, document) => {
      if (starts === undefined) return isThere ? [valueOf(document)] : []
      const from = starts[document] ?? 0
      return Array.from({ length: (starts[document + 1] ?? 0) - from }, (_, index) =>
        valueOf(from + index),
      )
    })
  switch (field.kind) {
    case 'numeric': {
      const { column, order } = field
      const values = column && perDocument(column.starts, (slot) => numberAt(column, slot))
      return { ...shape, column: values, order: order && plainOrder(order) }
    }
    case 'terms': {
      const { column, terms } = field
      const termAt = (slot: number): string => plainBytes(terms.term(column?.ordinals[slot] ?? -1))
      const values = column && perDocument(column.starts, termAt)
      return { ...shape, column: values, terms: plainTerms(terms, field.postings, false) }
    }
    case 'text': {
      const terms = plainTerms(field.terms, field.postings, true)
      return { ...shape, terms, lengths: [...field.lengths] }
    }
    case 'geo': {
      const { starts, latitudes, longitudes } = field.column
      const pointAt = (slot: number): string => `${latitudes[slot]} ${longitudes[slot]}`
      return { ...shape, column: perDocument(starts, pointAt) }
    }
    case 'vector': {
      const { dimension, values } = field
      const vectorAt = (slot: number): string =>
        values.subarray(slot * dimension, (slot + 1) * dimension).join()
      return { ...shape, column: perDocument(undefined, vectorAt) }
    }
  }
}

const hasValue = ({ present }: FieldReader, document: number): boolean =>
  present === undefined || ((present[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0

const numberAt = ({ values, base, scale }: NumericColumn | NumericOrder, slot: number): string => {
  if (values instanceof Float64Array) return plainNumber(values[slot] ?? Number.NaN)
  return plainNumber(base + scale * BigInt(values[slot] ?? 0))
}

const plainOrder = (order: NumericOrder): (readonly [string, number])[] =>
  Array.from(order.documents, (document, slot) => [numberAt(order, slot), document] as const)

const plainTerms = (
  dictionary: TermDictionary,
  postings: Postings,
  isText: boolean,
): PlainTerm[] => {
  const found: PlainTerm[] = []
  dictionary.scan(0, dictionary.size, (ordinal, term) => {
    const documents: number[] = []
    const positions: number[][] = []
    const list = { values: new Uint32Array(1) }
    const cursor = postings.cursor(ordinal, { frequencies: isText, positions: isText })
    while (cursor.next() !== NO_MORE) {
      documents.push(cursor.document)
      if (!isText) continue
      const count = cursor.positions(list)
      if (count !== cursor.frequency()) throw new Error('frequency and positions differ')
      positions.push([...list.values.subarray(0, count)])
    }
    found.push({ term: plainBytes(term), documents, positions: isText ? positions : undefined })
    return true
  })
  return found
}

const allOf = (words: WordsInParts): number[] => [...words.subarray(0, words.length)]
