import { hashOfKey, mayContain } from '@rowhouse/platform'
import { compareWhole } from '../format/compare-bytes.js'
import { type SegmentSummary, decodeSummary, misfitSection } from '../format/segment-summary.js'
import type { Derived, KeyFinder, KeyReader, SegmentReader } from '../segment-reader.js'
import { lookAhead } from './cold-array.js'
import { wordAt } from './cold-lists.js'
import { KeptReaders } from './kept-readers.js'
import { Lazy } from './lazy.js'
import { type DictionarySections, openDictionary } from './open-dictionary.js'
import { openLevel } from './open-level.js'
import { PackedDictionary } from './packed-dictionary.js'
import { type SectionArrays, createSectionArrays } from './section-arrays.js'
import type { SectionSource } from './section-source.js'

/** Adds to a segment reader what a merge needs. */
export interface OpenSegment extends SegmentReader {
  readonly summary: SegmentSummary
  readonly arrays: SectionArrays
  /** Two words per document: the upper and the lower half of its fingerprint. */
  readonly fingerprints: Uint32Array
}

export const openSegment = (id: number, source: SectionSource, derived?: Derived): OpenSegment => {
  const arrays = createSectionArrays(source, derived)
  const summary = decodeSummary(arrays.bytes('summary'))
  const { documents } = summary.rows
  const readers = new KeptReaders<KeyReader>(arrays)
  const keys = (): KeyReader => readers.get('keys', () => keyReader(arrays, summary))
  const ends = new Lazy(() => keyEnds(arrays, documents))
  const expiries = new KeptReaders<{ readonly values: Float64Array | undefined }>(arrays)
  const expiry = () => ({ values: arrays.optionalDoubles('rows/expiry') })
  return {
    id,
    bytes: source.bytes,
    summary,
    arrays,
    derived,
    rows: openLevel(arrays, summary.rows),
    key: (document) => keys().key(document),
    keys,
    find: (key) => {
      const finder = keyFinder(arrays, summary, ends)
      return finder.mayHave(hashOfKey(key)) ? finder.find(key) : -1
    },
    finder: () => keyFinder(arrays, summary, ends),
    eachKey: (visit) => {
      openKeys(arrays, documents).scan(0, documents, (_, key) => {
        visit(key)
        return true
      })
    },
    get expiry() {
      return expiries.get('expiry', expiry).values
    },
    get fingerprints() {
      return arrays.words('rows/fingerprints')
    },
    misfits: () =>
      new Map(summary.misfits.map((field) => [field, arrays.words(misfitSection(field))])),
  }
}

/** The sections of the dictionary of row keys. */
export const KEYS: DictionarySections = { terms: 'keys/terms', blocks: 'keys/term-blocks' }

/** Opened for every use: the sections may be in a cache, and opening is cheap. */
export const openKeys = (arrays: SectionArrays, documents: number): PackedDictionary =>
  new PackedDictionary(documents, arrays.bytes(KEYS.terms), arrays.words(KEYS.blocks))

const keyReader = (arrays: SectionArrays, summary: SegmentSummary): KeyReader => {
  const keys = openDictionary(arrays, summary.rows.documents, KEYS)
  if (summary.keyOrder) {
    return {
      key: (document) => keys.term(document),
      ahead: (documents) => keys.ahead?.(documents),
      lowerBound: (key) => keys.lowerBound(key),
    }
  }
  const ordinals = arrays.parts.words('keys/ordinals')
  return {
    key: (document) => keys.term(wordAt(ordinals, document)),
    ahead: (documents) => {
      if (keys.ahead === undefined) return
      lookAhead(ordinals, documents)
      keys.ahead(documents.map((document) => wordAt(ordinals, document)))
    },
    lowerBound: undefined,
  }
}

interface KeyEnds {
  readonly first: Uint8Array
  readonly last: Uint8Array
}

const keyEnds = (arrays: SectionArrays, documents: number): KeyEnds => {
  const keys = openDictionary(arrays, documents, KEYS)
  return { first: new Uint8Array(keys.term(0)), last: new Uint8Array(keys.term(documents - 1)) }
}

/**
 * `find` compares a key with the first and the last one before it opens the dictionary. Segments of
 * a table that was read in key order overlap little, so this rejects most false positives of the
 * Bloom filter cheaply.
 */
const keyFinder = (
  arrays: SectionArrays,
  summary: SegmentSummary,
  ends: Lazy<KeyEnds>,
): KeyFinder => {
  const bloom = arrays.words('keys/bloom')
  const keys = new Lazy(() => openDictionary(arrays, summary.rows.documents, KEYS))
  const documents = new Lazy(() => arrays.parts.words('keys/documents'))
  return {
    hasBetween: (first, last) =>
      compareWhole(ends.value.first, last) <= 0 && compareWhole(first, ends.value.last) <= 0,
    mayHave: (hash) => mayContain(bloom, hash),
    find: (key) => {
      if (compareWhole(key, ends.value.first) < 0) return -1
      if (compareWhole(key, ends.value.last) > 0) return -1
      const ordinal = keys.value.find(key)
      return ordinal === -1 || summary.keyOrder ? ordinal : (documents.value.at(ordinal) ?? -1)
    },
  }
}
