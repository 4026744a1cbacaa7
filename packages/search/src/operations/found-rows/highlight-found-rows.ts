import { type Engine, rowsByKey } from '@rowhouse/engine'
import { type Query, type SearchHit, type SearchQuery, decodeRow } from '@rowhouse/protocol'
import type { CompletedRow, ImageColumn } from '@rowhouse/search-engine'
import type { CompleteRow } from './complete-rows.js'
import type { IndexRun } from '../running/run-on-index.js'

/** Whether the rows or inner hits must be highlighted. */
export const asksForHighlights = ({ highlight, query }: SearchQuery): boolean =>
  highlight !== undefined || marksChildren(query)

function marksChildren(query: Query): boolean {
  switch (query.kind) {
    case 'nested':
      return query.innerHits?.highlight !== undefined || marksChildren(query.query)
    case 'bool':
      return [query.must, query.should, query.filter, query.mustNot].flat().some(marksChildren)
    case 'disMax':
      return query.queries.some(marksChildren)
    case 'constScore':
      return marksChildren(query.filter)
    case 'functionScore':
    case 'functionsScore':
      return marksChildren(query.query)
    case 'knnVector':
      return query.filter !== undefined && marksChildren(query.filter)
    default:
      return false
  }
}

/**
 * Returns one hit per row. The texts to highlight are read from the table, whatever columns were requested.
 */
export async function highlightRows(
  engine: Engine,
  { search, found }: IndexRun,
  searchQuery: SearchQuery,
  rows: readonly CompleteRow[],
): Promise<readonly SearchHit[]> {
  if (rows.length === 0) return []
  const keys = rows.map((row) => row.found.key)
  const whole = await rowsByKey(engine, found.table, keys, undefined)
  const completed = rows.map((row, index): CompletedRow => {
    return { found: row.found, columns: columnsOf(whole[index]?.row) }
  })
  return search.highlight(found.id, searchQuery, completed)
}

/** Empty if the row was deleted meanwhile. */
function columnsOf(row: Buffer | undefined): readonly ImageColumn[] {
  if (row === undefined || row.length === 0) return []
  const { primaryKey, cells } = decodeRow(row)
  return [...primaryKey, ...cells].flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value }],
  )
}
