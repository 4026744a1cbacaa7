import { hashOfKey, mayContain } from '../../bits/bloom-filter.js'
import { type SegmentSummary, decodeSummary } from '../format/segment-summary.js'
import type { SegmentReader } from '../segment-reader.js'
import { openLevel } from './open-level.js'
import { PackedDictionary } from './packed-dictionary.js'
import { type SectionArrays, createSectionArrays } from './section-arrays.js'
import type { SectionSource } from './section-source.js'

/** What merging needs beside what searching needs. */
export interface OpenSegment extends SegmentReader {
  readonly summary: SegmentSummary
  readonly arrays: SectionArrays
}

export const openSegment = (id: number, source: SectionSource): OpenSegment => {
  const arrays = createSectionArrays(source)
  const summary = decodeSummary(arrays.bytes('summary'))
  const { documents } = summary.rows
  return {
    id,
    bytes: source.bytes,
    summary,
    arrays,
    rows: openLevel(arrays, summary.rows),
    key: (document) => {
      const ordinals = summary.keyOrder ? undefined : arrays.words('keys/ordinals')
      return openKeys(arrays, documents).term(ordinals?.[document] ?? document)
    },
    find: (key) => findKey(arrays, summary, key),
    get expiry() {
      return arrays.optionalDoubles('rows/expiry')
    },
  }
}

/** Made anew for every question: the sections may be those of a cache, and this is cheap. */
export const openKeys = (arrays: SectionArrays, documents: number): PackedDictionary =>
  new PackedDictionary(documents, arrays.bytes('keys/terms'), arrays.words('keys/term-blocks'))

const findKey = (arrays: SectionArrays, summary: SegmentSummary, key: Uint8Array): number => {
  if (!mayContain(arrays.words('keys/bloom'), hashOfKey(key))) return -1
  const ordinal = openKeys(arrays, summary.rows.documents).find(key)
  if (ordinal === -1 || summary.keyOrder) return ordinal
  return arrays.words('keys/documents')[ordinal] ?? -1
}
