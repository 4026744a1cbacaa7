import {
  type DescribeSearchIndexReply,
  type DescribeSearchIndexRequest,
  type IndexStatus,
  type MeteringInfo,
  type SyncStat,
  checkTableName,
} from '@rowhouse/protocol'
import type { IndexStatus as KeptStatus } from '../keeping/index-keeper.js'
import { describedSchema } from './indexes/described-schema.js'
import { brotherOf, findSearchIndex } from './indexes/find-search-index.js'
import { hiddenOf } from './indexes/hidden-index.js'
import type { SearchService } from './search-service.js'

export async function describeSearchIndex(
  service: SearchService,
  instance: string,
  request: DescribeSearchIndexRequest,
): Promise<DescribeSearchIndexReply> {
  checkTableName(request.tableName)
  const { table, index, id } = findSearchIndex(service, instance, request)
  const { keeper } = await service.indexing()
  await service.arrivals.arrived(id)
  // New fields are described at once, with the progress of their build.
  const shown = hiddenOf(table.description, index) ?? index
  const kept = await keeper.describe(table.description.id, shown.number)
  const nowMs = service.engine.clock.now()
  return {
    schema: describedSchema(service.schemas.of(shown)),
    syncStat: request.includeSyncStat ? syncStatOf(kept) : undefined,
    meteringInfo: meteringOf(kept, nowMs),
    brotherIndexName: brotherOf(table, index)?.name,
    queryFlowWeight: index.flowWeights.map(({ index: indexName, weight }) => ({
      indexName,
      weight,
    })),
    createTime: index.createdAt,
    timeToLive: index.timeToLive,
    indexStatus: statusOf(kept),
  }
}

function syncStatOf(kept: KeptStatus | undefined): SyncStat {
  return {
    syncPhase: kept?.syncPhase ?? 'FULL',
    currentSyncTimestamp: kept?.syncedAt ?? 0n,
  }
}

function meteringOf(kept: KeptStatus | undefined, nowMs: number): MeteringInfo {
  return {
    storageSize: kept?.figures?.bytes ?? 0,
    rowCount: kept?.figures?.rows ?? 0,
    reservedReadCu: 0,
    timestamp: BigInt(nowMs) * 1_000_000n,
  }
}

/**
 * The status does not show a build: existing rows can be searched meanwhile, and clients wait for RUNNING.
 */
export function statusOf(kept: KeptStatus | undefined): IndexStatus {
  if (kept === undefined) return { status: 'PENDING', description: undefined }
  const { state, problem } = kept
  switch (state) {
    case 'opening':
      return { status: 'PENDING', description: described([problem]) }
    case 'building':
    case 'following':
      return { status: 'RUNNING', description: described(lossesOf(kept)) }
    case 'needsRebuild':
      return { status: 'FAILED', description: described(['needs rebuild', problem]) }
    case 'damaged':
      return { status: 'FAILED', description: described(['damaged', problem]) }
    case 'failing':
      return { status: 'FAILED', description: described([problem]) }
  }
}

function described(parts: readonly string[]): string | undefined {
  const text = parts.filter((part) => part !== '').join(': ')
  return text === '' ? undefined : text
}

/** What the index lacks of the table, field by field. */
function lossesOf({ figures, damagedRows }: KeptStatus): string[] {
  const losses = [...(figures?.misfits ?? [])].map(([field, count]) => `${field} ${count}`)
  const parts: string[] = []
  if (losses.length > 0)
    parts.push(`rows with values that do not fit their field: ${losses.join(', ')}`)
  if (damagedRows > 0) parts.push(`rows that cannot be read: ${damagedRows}`)
  return parts.length === 0 ? [] : [parts.join('; ')]
}
