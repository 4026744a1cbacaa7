import { type OpenEngine, secondaryIndexCursor } from '@rowhouse/engine'
import type { SearchHost } from '../search-host.js'

/** An index by its names. */
interface NamedIndex {
  readonly kind: 'search' | 'secondary'
  readonly instance: string
  readonly table: string
  readonly index: string
}

export interface LogHolder {
  readonly name: string
  readonly behindBytes: number
  /** Absent for the cursors of backups. */
  readonly index?: NamedIndex
}

/** What keeps the log from being trimmed. */
export async function logHolders(
  engine: OpenEngine,
  search: SearchHost,
): Promise<readonly LogHolder[]> {
  const { store } = engine
  const cursors = [...store.cursors()]
  const end = store.visibleEnd
  if (cursors.length === 0) return []
  const indexes = await indexesByCursor(engine, search)
  return cursors.map(([name, position]) => {
    const index = indexes.get(name)
    const behindBytes = Math.max(0, end - position)
    return { name, behindBytes, ...(index !== undefined && { index }) }
  })
}

async function indexesByCursor(
  engine: OpenEngine,
  search: SearchHost,
): Promise<ReadonlyMap<string, NamedIndex>> {
  const operations = (await search.running())?.operations
  const found = new Map<string, NamedIndex>()
  for (const { description } of engine.catalog.all()) {
    const { instance, name: table, id, index: of, searchIndexes } = description
    if (of !== undefined) {
      const index = { kind: 'secondary', instance, table: of.table, index: table } as const
      found.set(secondaryIndexCursor(id), index)
    }
    for (const { name: index, number } of searchIndexes) {
      const cursor = operations?.searchIndexCursor(operations.indexId(id, number))
      if (cursor !== undefined) found.set(cursor, { kind: 'search', instance, table, index })
    }
  }
  return found
}
