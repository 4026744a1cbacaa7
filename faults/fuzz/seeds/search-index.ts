import {
  type FieldSchema,
  type IndexSchema,
  createSearchIndex,
  plainField,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'

/** The table with a search index, and the index that requests search. */
export const SEARCHED = { tableName: 'fuzz_search', indexName: 'asked' } as const

export const field = (
  fieldName: string,
  fieldType: FieldSchema['fieldType'],
  given: Partial<FieldSchema> = {},
): FieldSchema => plainField(fieldName, fieldType, { index: true, ...given })

const sorted = { sortAndAgg: true } as const
const children = [field('n', 'LONG', sorted), field('k', 'KEYWORD', sorted)]
const vectorOptions = { dataType: 'FLOAT_32', dimension: 4, metricType: 'EUCLIDEAN' } as const
const date = { ...sorted, dateFormats: ['yyyy-MM-dd', 'epoch_millis'] }

/** A field of every type, over the columns of the rows here. */
const FIELDS: readonly FieldSchema[] = [
  field('c0', 'KEYWORD', sorted),
  field('c1', 'LONG', sorted),
  field('c2', 'TEXT', { enableHighlighting: true }),
  field('c3', 'DOUBLE', sorted),
  field('c4', 'BOOLEAN', sorted),
  field('c5', 'GEO_POINT', sorted),
  field('c6', 'NESTED', { index: undefined, fieldSchemas: children }),
  field('c7', 'DATE', date),
  field('c8', 'VECTOR', { vectorOptions }),
  field('c9', 'IP', sorted),
  field('c10', 'FUZZY_KEYWORD'),
  field('c11', 'KEYWORD', { ...sorted, isArray: true }),
]

export const fieldNames: readonly string[] = [
  ...FIELDS.map(({ fieldName }) => fieldName),
  'c6.n',
  'c6.k',
  'nothing',
]

export const createAskedIndex = (): Buffer =>
  createSearchIndex.encodeRequest({
    ...SEARCHED,
    schema: { fieldSchemas: FIELDS, indexSetting: undefined, indexSort: undefined },
    sourceIndexName: undefined,
    timeToLive: undefined,
  })

/** The schema of an index that is created and dropped. */
export const anySchema = (random: Choices): IndexSchema => {
  const some = FIELDS.filter(() => random.once(2))
  return {
    fieldSchemas: some.length > 0 ? some : FIELDS.slice(0, 1),
    indexSetting: undefined,
    indexSort: random.once(6)
      ? { sorters: [{ kind: 'primaryKey', order: 'ASC' }], disableDefaultPrimaryKeySorter: false }
      : undefined,
  }
}
