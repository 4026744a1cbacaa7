import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { OpenEngine } from '@rowhouse/engine'
import { createMemoryFiles, nodeFiles, systemClock } from '@rowhouse/platform'
import type { KeeperEvent } from '@rowhouse/search'
import { logBuilds } from './build-progress.js'
import type { Configuration } from './configuration/configuration.js'
import type { Logger } from './logging.js'
import { type RunningIndexing, type SearchHost, createSearchHost } from './search-host.js'

type SearchPackage = typeof import('@rowhouse/search')

/** Opens search indexes in the data folder, or in memory for tables in memory. */
export function openSearch(
  configuration: Configuration,
  engine: OpenEngine,
  logger: Logger,
): SearchHost {
  return createSearchHost({
    engine,
    start: (search) => start(search, configuration, engine, logger),
    onError: (error) => logger.error({ err: error }, 'search indexes cannot be opened'),
  })
}

async function start(
  { createIndexKeeper }: SearchPackage,
  configuration: Configuration,
  engine: OpenEngine,
  logger: Logger,
): Promise<RunningIndexing> {
  const { data, ephemeral, searchMemory, searchThreads } = configuration
  const { openEmbeddedSearchEngine, defaultSearchThreads } = await import('@rowhouse/search-engine')
  const search = openEmbeddedSearchEngine({
    directory: join(data, 'search'),
    files: ephemeral ? createMemoryFiles() : nodeFiles,
    clock: systemClock,
    memoryBytes: searchMemory,
    threads: ephemeral ? 0 : (searchThreads ?? defaultSearchThreads(availableParallelism())),
  })
  try {
    const log = (event: KeeperEvent): void => logEvent(logger, engine, event)
    const keeper = await createIndexKeeper({ engine, search, clock: systemClock, log })
    const progress = logBuilds(engine, keeper, logger)
    const close = async (): Promise<void> => {
      await progress.stop()
      await keeper.close()
      await search.close()
    }
    return { search, keeper, close }
  } catch (error) {
    await search.close()
    throw error
  }
}

const MESSAGES: Readonly<
  Record<KeeperEvent['kind'], readonly ['info' | 'warn' | 'error', string]>
> = {
  opened: ['info', 'search index opened'],
  built: ['info', 'search index built'],
  dropped: ['info', 'search index dropped'],
  needsRebuild: ['warn', 'search index lagged too far and is rebuilt'],
  damaged: ['error', 'search index is damaged and is rebuilt'],
  failed: ['error', 'search index failed and is tried again'],
  gaveUp: ['error', 'search index failed too often'],
}

function logEvent(logger: Logger, engine: OpenEngine, event: KeeperEvent): void {
  const [level, text] = MESSAGES[event.kind]
  const names = namesOf(engine, event)
  logger[level]({ ...names, ...(event.error !== undefined && { err: event.error }) }, text)
}

/** Names of the table and index, or their numbers once they are dropped. */
function namesOf({ catalog }: OpenEngine, { table, index }: KeeperEvent): Record<string, unknown> {
  for (const { description } of catalog.all()) {
    if (description.id !== table) continue
    const found = description.searchIndexes.find(({ number }) => number === index)
    return { instance: description.instance, table: description.name, index: found?.name ?? index }
  }
  return { table, index }
}
