import type { FieldLayout } from '../../schema/index-layout.js'
import type { FieldBuilder } from './field-builder.js'
import { GeoBuilder } from './geo-builder.js'
import { NumericBuilder } from './numeric-builder.js'
import { TermsBuilder } from './terms-builder.js'
import { type TextAnalysis, TextBuilder } from './text-builder.js'
import { VectorBuilder } from './vector-builder.js'

/** The analysis of a TEXT field. */
export type AnalyzerOf = (field: FieldLayout) => TextAnalysis

/**
 * Whether a segment holds anything of the field; values that are only stored are not in segments.
 */
export const isSearchable = (field: FieldLayout): boolean => field.isIndexed || field.hasColumn

export const createFieldBuilder = (field: FieldLayout, analyzerOf: AnalyzerOf): FieldBuilder => {
  switch (field.type) {
    case 'LONG':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'DATE':
      return new NumericBuilder(field)
    case 'KEYWORD':
    case 'FUZZY_KEYWORD':
    case 'IP':
      return new TermsBuilder(field)
    case 'TEXT':
      return new TextBuilder(field, analyzerOf(field))
    case 'GEO_POINT':
      return new GeoBuilder(field)
    case 'VECTOR':
      return new VectorBuilder(field)
  }
}
