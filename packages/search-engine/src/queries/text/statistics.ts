import type { FieldReader, TermsField, TextField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { SearchContext } from '../query.js'

/**
 * The statistics of a field over all segments of a snapshot; deleted documents count until they are
 * merged away.
 */
export interface FieldStatistics {
  /** Documents with the field. */
  readonly documents: number
  readonly averageLength: number
  documentsWith(term: Uint8Array): number
}

/** The level with these paths above it, if the segment has one. */
export function levelAt(view: SegmentView, chain: readonly string[]): Level | undefined {
  let level: Level | undefined = view.segment.rows
  for (const path of chain) level = level?.child(path)?.level
  return level
}

/** For a later page of a walk, the counts of its first page. */
export function fieldStatistics(
  context: SearchContext,
  chain: readonly string[],
  fieldName: string,
): FieldStatistics {
  const { counts } = context
  const fields = termFieldsOf(context, chain, fieldName)
  const documents = counts.of('documents', fieldName, NO_TERM, () =>
    sumOf(fields, ({ documentsWithValue }) => documentsWithValue),
  )
  const tokens = counts.of('tokens', fieldName, NO_TERM, () => sumOf(fields, tokensOf))
  return {
    documents,
    averageLength: documents === 0 ? 1 : tokens / documents,
    documentsWith: (term) => {
      const found = counts.of('term', fieldName, term, () => documentsWith(fields, term))
      // A forged token can contain any count.
      return Math.min(found, documents)
    },
  }
}

const NO_TERM = new Uint8Array(0)

type WordsField = TermsField | TextField

function sumOf(fields: readonly WordsField[], countOf: (field: WordsField) => number): number {
  return fields.reduce((sum, field) => sum + countOf(field), 0)
}

const tokensOf = (field: WordsField): number =>
  field.kind === 'text' ? field.tokens : field.documentsWithValue

/** The field in every segment that has it. */
function termFieldsOf(
  context: SearchContext,
  chain: readonly string[],
  fieldName: string,
): WordsField[] {
  return context.views.flatMap((view) => termField(levelAt(view, chain)?.field(fieldName)) ?? [])
}

export function termField(field: FieldReader | undefined): WordsField | undefined {
  return field?.kind === 'terms' || field?.kind === 'text' ? field : undefined
}

function documentsWith(fields: readonly WordsField[], term: Uint8Array): number {
  let documents = 0
  for (const { terms, postings } of fields) {
    const ordinal = terms.find(term)
    if (ordinal >= 0) documents += postings.documentFrequency(ordinal)
  }
  return documents
}
