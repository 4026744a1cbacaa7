import { type FieldSchema, type IndexSchema, plainField } from '@rowhouse/protocol'
import { createAnalyzers } from '../../schema/analyzer-of.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'

/** A field schema with defaults for everything else. */
export function indexSchema(...fieldSchemas: readonly FieldSchema[]): IndexSchema {
  return { fieldSchemas, indexSetting: undefined, indexSort: undefined }
}

/** One field of every kind: on rows, in a nested field, and in a nested field of that. */
export const sampleSchema = indexSchema(
  plainField('l', 'LONG'),
  plainField('la', 'LONG', { isArray: true }),
  plainField('d', 'DOUBLE'),
  plainField('b', 'BOOLEAN'),
  plainField('k', 'KEYWORD'),
  plainField('ka', 'KEYWORD', { isArray: true }),
  plainField('fk', 'FUZZY_KEYWORD'),
  plainField('t', 'TEXT'),
  plainField('ta', 'TEXT', { isArray: true }),
  plainField('tf', 'TEXT', { analyzer: 'fuzzy' }),
  plainField('dt', 'DATE', { dateFormats: ['yyyy-MM-dd', 'epoch_second'] }),
  plainField('g', 'GEO_POINT'),
  plainField('ga', 'GEO_POINT', { isArray: true }),
  plainField('ip', 'IP'),
  plainField('lk', 'KEYWORD', { isVirtualField: true, sourceFieldNames: ['l'] }),
  plainField('v', 'VECTOR', {
    vectorOptions: { dataType: 'FLOAT_32', dimension: 2, metricType: 'EUCLIDEAN' },
  }),
  plainField('n', 'NESTED', {
    fieldSchemas: [
      plainField('l', 'LONG'),
      plainField('k', 'KEYWORD'),
      plainField('t', 'TEXT'),
      plainField('m', 'NESTED', {
        fieldSchemas: [plainField('l', 'LONG'), plainField('k', 'KEYWORD')],
      }),
    ],
  }),
  plainField('j', 'JSON', {
    jsonType: 'OBJECT',
    fieldSchemas: [plainField('l', 'LONG'), plainField('k', 'KEYWORD')],
  }),
)

export const sampleLayout = compileIndexLayout(sampleSchema, [])

export const sampleAnalyzers = createAnalyzers(() => {
  throw new Error('no dictionary in this test')
})
