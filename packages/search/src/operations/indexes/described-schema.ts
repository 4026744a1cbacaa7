import type { FieldSchema, IndexSchema, IndexSetting, Sort } from '@rowhouse/protocol'

const BY_KEY: Sort = {
  sorters: [{ kind: 'primaryKey', order: 'ASC' }],
  disableDefaultPrimaryKeySorter: false,
}

/**
 * The schema with the service's defaults, as the Python SDK's search-index test asserts: the
 * default analyzer, the flags, and the order by primary key unless a field is nested.
 */
export function describedSchema({
  fieldSchemas,
  indexSetting,
  indexSort,
}: IndexSchema): IndexSchema {
  return {
    fieldSchemas: fieldSchemas.map(describedField),
    indexSetting: describedSetting(indexSetting),
    indexSort: fieldSchemas.some(isNested) ? undefined : (indexSort ?? BY_KEY),
  }
}

const describedSetting = (setting: IndexSetting | undefined): IndexSetting => ({
  numberOfShards: setting?.numberOfShards ?? 1,
  routingFields: setting?.routingFields ?? [],
  routingPartitionSize: setting?.routingPartitionSize,
  enableCustomColumnVersion: setting?.enableCustomColumnVersion,
})

function describedField(field: FieldSchema): FieldSchema {
  const { fieldType, analyzer, index, sortAndAgg, fieldSchemas } = field
  if (fieldSchemas.length > 0) return { ...field, fieldSchemas: fieldSchemas.map(describedField) }
  return {
    ...field,
    analyzer: fieldType === 'TEXT' ? (analyzer ?? 'single_word') : analyzer,
    index: index ?? true,
    sortAndAgg: sortAndAgg ?? false,
  }
}

const isNested = ({ fieldType, jsonType, fieldSchemas }: FieldSchema): boolean =>
  fieldType === 'NESTED' ||
  (fieldType === 'JSON' && (jsonType === 'NESTED' || fieldSchemas.some(isNested)))
