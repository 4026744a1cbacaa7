import type { SearchIndexDescription, TableDescription } from '@rowhouse/engine'
import { type FieldSchema, decodeIndexSchema, encodeIndexSchema, errors } from '@rowhouse/protocol'
import { compileIndexLayout } from '@rowhouse/search-engine'
import { checkIndexCount } from './check-index-count.js'
import { hiddenNameOf } from './hidden-index.js'
import { trimmedField } from './trim-names.js'

/**
 * The index with the new fields, which replaces this one once it is built. It keeps the creation time,
 * which is part of the basis of its build: another time would require another build.
 */
export function withAddedFields(
  table: TableDescription,
  index: SearchIndexDescription,
  added: readonly FieldSchema[],
): SearchIndexDescription {
  const hasReindex = table.searchIndexes.some(({ source }) => source === index.name)
  if (hasReindex || index.source !== undefined) throw errors.hasReindex(index.name)
  checkIndexCount(table)
  const schema = decodeIndexSchema(index.schema)
  const fieldSchemas = [...schema.fieldSchemas, ...added.map(trimmedField)]
  const larger = { ...schema, fieldSchemas }
  compileIndexLayout(larger, table.primaryKey)
  return {
    number: table.nextSearchIndex,
    name: hiddenNameOf(index.name),
    schema: encodeIndexSchema(larger),
    timeToLive: index.timeToLive,
    source: index.name,
    flowWeights: [],
    createdAt: index.createdAt,
  }
}
