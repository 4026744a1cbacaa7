import type { FieldLayout } from '../../schema/index-layout.js'
import type { FieldReader } from '../field-reader.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import type { FieldPart } from './field-part.js'
import { mergeGeo } from './merge-geo.js'
import type { LevelInput } from './merge-input.js'
import { mergeNumeric } from './merge-numeric.js'
import { mergeTerms } from './merge-terms.js'
import { mergeText } from './merge-text.js'
import { mergeVector } from './merge-vector.js'

/** Undefined when no document that stays has a value. */
export const mergeField = (
  writer: SegmentWriter,
  layout: FieldLayout,
  documents: number,
  inputs: readonly LevelInput[],
): FieldSummary | undefined => {
  const parts = inputs.flatMap(({ level, numbers }) => {
    const field = level?.field(layout.name)
    return field === undefined ? [] : [{ field, numbers }]
  })
  switch (layout.type) {
    case 'LONG':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'DATE':
      return mergeNumeric(writer, layout, documents, ofKind(parts, 'numeric'))
    case 'KEYWORD':
    case 'FUZZY_KEYWORD':
    case 'IP':
      return mergeTerms(writer, layout, documents, ofKind(parts, 'terms'))
    case 'TEXT':
      return mergeText(writer, layout, documents, ofKind(parts, 'text'))
    case 'GEO_POINT':
      return mergeGeo(writer, layout, documents, ofKind(parts, 'geo'))
    case 'VECTOR':
      return mergeVector(writer, layout, documents, ofKind(parts, 'vector'))
  }
}

type OfKind<K extends FieldReader['kind']> = Extract<FieldReader, { readonly kind: K }>

const ofKind = <K extends FieldReader['kind']>(
  parts: readonly FieldPart<FieldReader>[],
  kind: K,
): FieldPart<OfKind<K>>[] =>
  parts.map(({ field, numbers }) => {
    if (!isOfKind(field, kind)) throw new TypeError(`a ${field.kind} field is no ${kind} field`)
    return { field, numbers }
  })

const isOfKind = <K extends FieldReader['kind']>(field: FieldReader, kind: K): field is OfKind<K> =>
  field.kind === kind
