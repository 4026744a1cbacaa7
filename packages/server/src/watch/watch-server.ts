import type { ContinuousBackup } from '@rowhouse/engine'
import type { WatchResult } from '../admin/watch-command.js'
import { logHolders } from './log-holders.js'
import { searchMemoryBytes } from './search-memory.js'
import type { Watch } from './watch.js'

type WatchedServer = NonNullable<WatchResult['server']>

/** How the server is now; with an instance only what belongs to it. */
export async function watchServer(
  watch: Watch,
  instance: string | undefined,
): Promise<WatchResult> {
  const { count, requests } = watch.requests.running(instance)
  const tenants = [...watch.admission.figures()]
  return {
    runningCount: count,
    running: [...requests],
    slowMs: watch.slowRequest,
    slow: [...watch.requests.slowOnes(instance)],
    changes: [...watch.requests.changes(instance)],
    tenants: tenants
      .filter((tenant) => instance === undefined || tenant.instance === instance)
      .map(({ limitRefusals, ...tenant }) => ({
        ...tenant,
        limitRefusals: [...limitRefusals].map(([limit, refused]) => ({ limit, count: refused })),
      })),
    ...(instance === undefined && { server: await serverNow(watch) }),
  }
}

async function serverNow(watch: Watch): Promise<WatchedServer> {
  const { disk, memory, backup } = watch
  const figures = await watch.engine.store.figures()
  const { rss, heapUsed } = process.memoryUsage()
  const diskFreeBytes = disk.freeBytes()
  return {
    residentBytes: rss,
    heapBytes: heapUsed,
    ...(diskFreeBytes !== undefined && { diskFreeBytes }),
    isDiskLow: disk.isLow(),
    memory: await memoryOwners(watch, figures, heapUsed),
    memoryWaiting: memory.figures().waiting,
    log: await logNow(watch, figures),
    ...(backup !== undefined && { backup: backupNow(backup) }),
  }
}

type Figures = Readonly<Record<string, number>>

/** Stores do not have all of these parts: in memory there are no blocks. */
const STORE_PARTS = [
  ['rowCache', 'row_cache_bytes'],
  ['blockCache', 'store_block_cache_bytes'],
  ['blockIndexes', 'store_index_bytes'],
  ['writeBuffers', 'store_write_buffer_bytes'],
  ['pendingCommits', 'pending_commit_bytes'],
] as const

async function memoryOwners(
  { engine, search, memory, rowMemory, searchMemory }: Watch,
  figures: Figures,
  heapUsed: number,
): Promise<WatchedServer['memory']> {
  const { bytes, bytesMax } = memory.figures()
  const parts = STORE_PARTS.flatMap(([owner, name]) => {
    const part = figures[name]
    return part === undefined ? [] : [{ owner, bytes: part, bytesMax: rowMemory }]
  })
  const indexes = await searchMemoryBytes(engine, search)
  return [
    { owner: 'requests', bytes, bytesMax },
    ...parts,
    ...(indexes === undefined
      ? []
      : [{ owner: 'searchIndexes', bytes: indexes, bytesMax: searchMemory }]),
    { owner: 'heap', bytes: heapUsed },
  ]
}

async function logNow({ engine, search }: Watch, figures: Figures): Promise<WatchedServer['log']> {
  // A log in memory has none of them.
  const { heldBytes = 0, unappliedBytes = 0, segments = 0 } = figures
  const { records = 0, bytes = 0, syncs = 0, syncMilliseconds = 0 } = figures
  return {
    end: engine.store.visibleEnd,
    heldBytes,
    unappliedBytes,
    segments,
    records,
    bytes,
    syncs,
    syncMilliseconds,
    cursors: [...(await logHolders(engine, search))],
  }
}

function backupNow(backup: ContinuousBackup): NonNullable<WatchedServer['backup']> {
  const { lagMilliseconds, lagBytes, isFailing, failures, shippedBytes } = backup.figures()
  return {
    lagMs: lagMilliseconds,
    lagBytes,
    isFailing,
    failures,
    shippedBytes,
    moments: backup.moments().map(({ from, until, bases }) => ({ from, until, bases: [...bases] })),
  }
}
