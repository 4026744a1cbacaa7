import type { SearchIndexDescription, Table } from '@rowhouse/engine'
import { type TablestoreError, errors } from '@rowhouse/protocol'
import { indexId } from '../../keeping/index-keeper.js'
import { visibleIndexes } from './hidden-index.js'
import type { SearchService } from '../search-service.js'

export interface FoundIndex {
  readonly table: Table
  readonly index: SearchIndexDescription
  /** Its number in the search engine. */
  readonly id: number
}

/** The table that an operation names, or the error that all operations share. */
export function findTable({ engine }: SearchService, instance: string, name: string): Table {
  const table = engine.catalog.find(instance, name)
  if (table === undefined) throw errors.searchTableNotExist(name)
  return table
}

export function findSearchIndex(
  service: SearchService,
  instance: string,
  request: { readonly tableName: string; readonly indexName: string },
  missing: (index: string) => TablestoreError = errors.searchIndexNotExist,
): FoundIndex {
  const table = findTable(service, instance, request.tableName)
  const index = indexOf(table, request.indexName)
  if (index === undefined) throw missing(request.indexName)
  return foundIndex(table, index)
}

export function foundIndex(table: Table, index: SearchIndexDescription): FoundIndex {
  return { table, index, id: indexId(table.description.id, index.number) }
}

export const indexOf = ({ description }: Table, name: string): SearchIndexDescription | undefined =>
  visibleIndexes(description).find((index) => index.name === name)

/** Whether the index still exists. */
export const isThere = ({ table, index }: FoundIndex): boolean =>
  table.description.searchIndexes.some(({ number }) => number === index.number)

/** Whether the index is gone, and another one has its name. */
export const isReplaced = (found: FoundIndex): boolean =>
  !isThere(found) && indexOf(found.table, found.index.name) !== undefined

/** The other index of a reindex pair: the one that replaces this one, or is replaced by it. */
export function brotherOf(
  { description }: Table,
  index: SearchIndexDescription,
): SearchIndexDescription | undefined {
  return visibleIndexes(description).find(
    ({ name, source }) => name === index.source || source === index.name,
  )
}
