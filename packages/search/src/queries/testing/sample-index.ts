import type { FieldSchema, FieldType, IndexSchema } from '@rowhouse/protocol'
import { createAnalyzers } from '../../schema/analyzer-of.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'

/** A field schema with everything else left out. */
export function fieldSchema(
  fieldName: string,
  fieldType: FieldType,
  changes: Partial<FieldSchema> = {},
): FieldSchema {
  return {
    fieldName,
    fieldType,
    indexOptions: undefined,
    analyzer: undefined,
    analyzerParameter: undefined,
    index: undefined,
    sortAndAgg: undefined,
    store: undefined,
    isArray: undefined,
    fieldSchemas: [],
    isVirtualField: undefined,
    sourceFieldNames: [],
    dateFormats: [],
    enableHighlighting: undefined,
    vectorOptions: undefined,
    jsonType: undefined,
    ...changes,
  }
}

export function indexSchema(...fieldSchemas: readonly FieldSchema[]): IndexSchema {
  return { fieldSchemas, indexSetting: undefined, indexSort: undefined }
}

/** One field of every kind, on rows, below a nested field, and below one in that. */
export const sampleSchema = indexSchema(
  fieldSchema('l', 'LONG'),
  fieldSchema('la', 'LONG', { isArray: true }),
  fieldSchema('d', 'DOUBLE'),
  fieldSchema('b', 'BOOLEAN'),
  fieldSchema('k', 'KEYWORD'),
  fieldSchema('ka', 'KEYWORD', { isArray: true }),
  fieldSchema('fk', 'FUZZY_KEYWORD'),
  fieldSchema('t', 'TEXT'),
  fieldSchema('ta', 'TEXT', { isArray: true }),
  fieldSchema('tf', 'TEXT', { analyzer: 'fuzzy' }),
  fieldSchema('dt', 'DATE', { dateFormats: ['yyyy-MM-dd', 'epoch_second'] }),
  fieldSchema('g', 'GEO_POINT'),
  fieldSchema('ga', 'GEO_POINT', { isArray: true }),
  fieldSchema('ip', 'IP'),
  fieldSchema('lk', 'KEYWORD', { isVirtualField: true, sourceFieldNames: ['l'] }),
  fieldSchema('v', 'VECTOR', {
    vectorOptions: { dataType: 'FLOAT_32', dimension: 2, metricType: 'EUCLIDEAN' },
  }),
  fieldSchema('n', 'NESTED', {
    fieldSchemas: [
      fieldSchema('l', 'LONG'),
      fieldSchema('k', 'KEYWORD'),
      fieldSchema('t', 'TEXT'),
      fieldSchema('m', 'NESTED', {
        fieldSchemas: [fieldSchema('l', 'LONG'), fieldSchema('k', 'KEYWORD')],
      }),
    ],
  }),
  fieldSchema('j', 'JSON', {
    jsonType: 'OBJECT',
    fieldSchemas: [fieldSchema('l', 'LONG'), fieldSchema('k', 'KEYWORD')],
  }),
)

export const sampleLayout = compileIndexLayout(sampleSchema, [])

export const sampleAnalyzers = createAnalyzers(() => {
  throw new Error('no dictionary in this test')
})
