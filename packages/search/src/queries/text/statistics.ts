import type { FieldReader, TermsField, TextField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { SearchContext } from '../query.js'

/** Of a field over all segments of a snapshot; deleted documents count until they are merged away. */
export interface FieldStatistics {
  /** Documents with the field. */
  readonly documents: number
  readonly averageLength: number
}

/** The level with these paths above it, if the segment has one. */
export function levelAt(view: SegmentView, chain: readonly string[]): Level | undefined {
  let level: Level | undefined = view.segment.rows
  for (const path of chain) level = level?.child(path)?.level
  return level
}

export function fieldStatistics(fields: readonly (TermsField | TextField)[]): FieldStatistics {
  let documents = 0
  let tokens = 0
  for (const field of fields) {
    documents += field.documentsWithValue
    tokens += field.kind === 'text' ? field.tokens : field.documentsWithValue
  }
  return { documents, averageLength: documents === 0 ? 1 : tokens / documents }
}

/** The field in every segment that has it. */
export function termFieldsOf(
  context: SearchContext,
  chain: readonly string[],
  fieldName: string,
): (TermsField | TextField)[] {
  return context.views.flatMap((view) => termField(levelAt(view, chain)?.field(fieldName)) ?? [])
}

export function termField(field: FieldReader | undefined): TermsField | TextField | undefined {
  return field?.kind === 'terms' || field?.kind === 'text' ? field : undefined
}

export function documentsWith(
  fields: readonly (TermsField | TextField)[],
  term: Uint8Array,
): number {
  let documents = 0
  for (const { terms, postings } of fields) {
    const ordinal = terms.find(term)
    if (ordinal >= 0) documents += postings.documentFrequency(ordinal)
  }
  return documents
}
