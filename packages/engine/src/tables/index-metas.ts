import { type IndexMeta, checkColumnName, checkTableName, errors, limits } from '@rowhouse/protocol'

/** The limits that the Java SDK's SecondaryIndexTest meets, in CreateTable as in CreateIndex. */
export const checkIndexMetas = (indexes: readonly IndexMeta[]): void => {
  if (indexes.length > limits.INDEXES_PER_TABLE_MAX) {
    throw errors.parameterInvalid(
      `Number of index per table exceeds the quota:${limits.INDEXES_PER_TABLE_MAX}.`,
    )
  }
  for (const index of indexes) checkIndexMeta(index)
}

const checkIndexMeta = (index: IndexMeta): void => {
  checkTableName(index.name)
  const keys = index.primaryKey.length
  if (keys < 1 || keys > limits.INDEX_PRIMARY_KEY_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      'The number of primary key columns must be in range: ' +
        `[1, ${limits.INDEX_PRIMARY_KEY_COLUMNS_MAX}] in index.`,
    )
  }
  if (index.definedColumns.length > limits.INDEX_ATTRIBUTE_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      'The number of attribute columns must be in range: ' +
        `[0, ${limits.INDEX_ATTRIBUTE_COLUMNS_MAX}] in index.`,
    )
  }
  for (const name of [...index.primaryKey, ...index.definedColumns]) checkColumnName(name)
}
