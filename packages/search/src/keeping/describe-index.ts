import { type PartitionStore, afterRow, rowsOfTable } from '@rowhouse/engine'
import type { IndexFigures } from '@rowhouse/search-engine'
import type { BuildProgress, IndexState, IndexStatus } from './index-keeper.js'
import { describedIndex } from './index-plan.js'
import type { IndexSession } from './index-session.js'
import type { KeeperContext } from './keeper-context.js'
import type { BuildNote } from './keeper-note.js'
import type { KeptIndex } from './kept-index.js'

const NANOSECONDS = 1_000_000n

/** The state and the figures of an index. */
export async function describeIndex(context: KeeperContext, kept: KeptIndex): Promise<IndexStatus> {
  const figures = await context.search.describe(kept.id).catch(() => undefined)
  const { session, failure } = kept
  const state = stateOf(kept, figures)
  const createdAt = describedIndex(kept.table, kept.number)?.createdAt ?? 0
  const followedTo = session === undefined ? undefined : context.times.upTo(session.applied)
  const build = state === 'building' && session?.build !== undefined ? session.build : undefined
  const syncPhase = isBuilt(state, session) ? 'INCR' : 'FULL'
  const syncedAt = syncPhase === 'INCR' && followedTo !== undefined ? followedTo : createdAt
  return {
    state,
    syncPhase,
    problem: failure === undefined ? problemOf(figures) : String(failure.error),
    syncedAt: BigInt(syncedAt) * NANOSECONDS,
    build: build === undefined ? undefined : await progressOf(context.store, kept, build),
    lag: {
      bytes: Math.max(0, context.store.visibleEnd - (session?.applied ?? 0)),
      milliseconds: Math.max(0, context.clock.now() - (followedTo ?? createdAt)),
    },
    damagedRows: session?.damagedRows ?? 0,
    figures,
  }
}

/** A damaged index is reported as damaged even before its repair has begun. */
function stateOf(
  { failure, isOpen, session }: KeptIndex,
  figures: IndexFigures | undefined,
): IndexState {
  if (failure !== undefined) return failure.state
  if (figures?.state === 'damaged') return 'damaged'
  if (!isOpen || session === undefined) return 'opening'
  return session.build === undefined ? 'following' : 'building'
}

/** A temporary failure has not lost what was built. */
function isBuilt(state: IndexState, session: IndexSession | undefined): boolean {
  if (state !== 'following' && state !== 'failing') return false
  return session !== undefined && session.build === undefined
}

const problemOf = (figures: IndexFigures | undefined): string => figures?.problem ?? ''

/** Rows are estimated from the size of their part of the table. */
async function progressOf(
  store: PartitionStore,
  { table }: KeptIndex,
  { scannedRows, last }: BuildNote,
): Promise<BuildProgress> {
  if (last === undefined) return { scannedRows, estimatedRows: undefined }
  const { id } = table.description
  const { start, end } = rowsOfTable
  const scanned = await store.approximateSize(id, start, afterRow(last))
  const all = await store.approximateSize(id, start, end)
  if (scanned <= 0 || all < scanned) return { scannedRows, estimatedRows: undefined }
  return { scannedRows, estimatedRows: Math.round((scannedRows * all) / scanned) }
}
