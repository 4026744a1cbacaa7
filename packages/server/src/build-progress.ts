import type { OpenEngine } from '@rowhouse/engine'
import { type PeriodicTask, startPeriodicTask } from '@rowhouse/platform'
import type { IndexKeeper } from '@rowhouse/search'
import { serverLimits } from './limits.js'
import type { Logger } from './logging.js'

/** Logs the progress of search index builds at intervals. */
export function logBuilds(engine: OpenEngine, keeper: IndexKeeper, logger: Logger): PeriodicTask {
  const look = (): Promise<void> => logProgress(engine, keeper, logger)
  return startPeriodicTask(look, serverLimits.SEARCH_PROGRESS_MS, (error) =>
    logger.error({ err: error }, 'the progress of search indexes cannot be read'),
  )
}

export async function logProgress(
  { catalog }: Pick<OpenEngine, 'catalog'>,
  keeper: Pick<IndexKeeper, 'describe'>,
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  for (const { description } of catalog.all()) {
    const { id, instance, name: table } = description
    for (const { name: index, number } of description.searchIndexes) {
      const status = await keeper.describe(id, number)
      if (status?.state !== 'building') continue
      logger.info({ instance, table, index, ...status.build }, 'search index is being built')
    }
  }
}
