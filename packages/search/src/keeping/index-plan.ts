import { createHash } from 'node:crypto'
import type { ImageScope, SearchIndexDescription, Table } from '@rowhouse/engine'
import { decodeIndexSchema } from '@rowhouse/protocol'
import { compileIndexLayout, type IndexDefinition, type IndexLayout } from '@rowhouse/search-engine'
import { indexId } from './index-keeper.js'
import { type IndexBasis, SCHEMA_HASH_BYTES } from './keeper-note.js'

/** An index as the catalogue describes it, compiled for the search engine. */
export interface IndexPlan {
  readonly definition: IndexDefinition
  /** The columns that its images contain. */
  readonly scope: ImageScope
  readonly basis: IndexBasis
}

export function describedIndex(table: Table, index: number): SearchIndexDescription | undefined {
  return table.description.searchIndexes.find(({ number }) => number === index)
}

export function planIndex(table: Table, described: SearchIndexDescription): IndexPlan {
  const { id, primaryKey } = table.description
  const layout = compileIndexLayout(decodeIndexSchema(described.schema), primaryKey)
  return {
    definition: { id: indexId(id, described.number), layout },
    scope: { columns: columnsOf(layout), timeToLive: described.timeToLive },
    basis: basisOf(table, described),
  }
}

/** The name and the weights of an index can change without affecting its content. */
export function basisOf(table: Table, described: SearchIndexDescription): IndexBasis {
  const { primaryKey, options, createdAt } = table.description
  const keys = primaryKey.map(({ name, type }) => [name, type])
  const schema = createHash('sha256')
    .update(JSON.stringify([keys, String(createdAt), described.createdAt]))
    .update(described.schema)
    .digest()
    .subarray(0, SCHEMA_HASH_BYTES)
  const { timeToLive: indexTimeToLive } = described
  return { schema, tableTimeToLive: options.timeToLive, indexTimeToLive }
}

export function isSameSchema(first: IndexBasis, second: IndexBasis): boolean {
  return first.schema.equals(second.schema)
}

/** Whether rows expire at the same time under both. */
export function isSameLife(first: IndexBasis, second: IndexBasis): boolean {
  return (
    first.tableTimeToLive === second.tableTimeToLive &&
    first.indexTimeToLive === second.indexTimeToLive
  )
}

/** The columns of the table that the index reads. */
function columnsOf({ fields, levels }: IndexLayout): ReadonlySet<string> {
  const columns = new Set<string>()
  for (const { sourceColumn } of fields.values()) columns.add(sourceColumn)
  for (const path of levels.keys()) columns.add(path.split('.', 1)[0] ?? path)
  return columns
}
