import { createChangeFeed, engineLimits, type Table, VisibleTimes } from '@rowhouse/engine'
import { type PeriodicTask, startPeriodicTask, WorkTurns } from '@rowhouse/platform'
import { searchLimits } from '../limits.js'
import { describeIndex } from './describe-index.js'
import {
  type IndexKeeper,
  type IndexKeeperSetup,
  IndexNotKeptError,
  type IndexStatus,
  type IndexVerification,
  type KeeperEvent,
  indexId,
  partsOfIndexId,
} from './index-keeper.js'
import { describedIndex } from './index-plan.js'
import { type KeeperContext, cursorName, indexesOfCursors } from './keeper-context.js'
import { KeptIndex } from './kept-index.js'
import { SliceQueue } from './slice-queue.js'
import { verifyIndex } from './verify-index.js'

/** Resolves when every index of the catalogue is open, or has failed for the first time. */
export async function createIndexKeeper(setup: IndexKeeperSetup): Promise<IndexKeeper> {
  const keeper = new CatalogIndexKeeper(setup)
  await keeper.reconcile()
  return keeper
}

class CatalogIndexKeeper implements IndexKeeper {
  readonly #setup: IndexKeeperSetup
  readonly #context: KeeperContext
  readonly #checks: PeriodicTask
  readonly #kept = new Map<number, KeptIndex>()
  #reconciling: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(setup: IndexKeeperSetup) {
    const { engine, search, clock } = setup
    const { store } = engine
    this.#setup = setup
    this.#context = {
      store,
      search,
      clock,
      feed: createChangeFeed(store, clock),
      turns: new WorkTurns(clock, engineLimits.FEED_TURN_MS_MAX),
      slices: new SliceQueue(),
      times: new VisibleTimes(store, clock),
      retryMs: setup.retryMs ?? searchLimits.SEARCH_RETRY_MS,
    }
    search.onDurable((id, position) => this.#kept.get(id)?.durable(position))
    search.onReset((id) => this.#kept.get(id)?.reset())
    this.#checks = startPeriodicTask(
      () => this.#check(),
      setup.checkIntervalMs ?? searchLimits.SEARCH_CHECK_MS,
      nothing,
    )
  }

  async indexAdded(table: number, index: number): Promise<void> {
    const kept = this.#open(indexId(table, index))
    // Called even if a comparison with the catalogue has found the index first.
    kept?.isNew()
    await kept?.opened
  }

  async indexRemoved(table: number, index: number): Promise<void> {
    await this.#drop(indexId(table, index))
  }

  async indexChanged(table: number, index: number): Promise<void> {
    this.#kept.get(indexId(table, index))?.compareWithCatalog()
  }

  async damageMet(table: number, index: number): Promise<void> {
    const kept = this.#kept.get(indexId(table, index))
    if (kept !== undefined) await this.#look(kept)
  }

  async rebuild(table: number, index: number): Promise<void> {
    await this.#kept.get(indexId(table, index))?.rebuild()
  }

  reconcile(): Promise<void> {
    this.#reconciling = this.#reconciling.then(() => this.#reconcile())
    return this.#reconciling
  }

  async caughtUp(table: number, index: number): Promise<void> {
    await this.#of(table, index).caughtUp()
  }

  async opened(table: number, index: number): Promise<boolean> {
    return (await this.#kept.get(indexId(table, index))?.openedAgain()) ?? false
  }

  isShort(table: number, index: number): boolean {
    return this.#kept.get(indexId(table, index))?.isShort ?? false
  }

  async describe(table: number, index: number): Promise<IndexStatus | undefined> {
    const kept = this.#kept.get(indexId(table, index))
    return kept === undefined ? undefined : describeIndex(this.#context, kept)
  }

  async verify(table: number, index: number): Promise<IndexVerification> {
    return verifyIndex(this.#context, this.#of(table, index))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#checks.stop()
    await this.#reconciling
    await Promise.all([...this.#kept.values()].map((kept) => kept.close()))
    await this.#context.feed.close()
    this.#context.times.close()
  }

  #of(table: number, index: number): KeptIndex {
    const kept = this.#kept.get(indexId(table, index))
    if (kept === undefined) throw new IndexNotKeptError('it is not kept')
    return kept
  }

  async #check(): Promise<void> {
    await this.reconcile()
    for (const kept of this.#kept.values()) await this.#look(kept)
  }

  async #look(kept: KeptIndex): Promise<void> {
    try {
      await kept.check()
    } catch (error) {
      this.#log(kept.id, { kind: 'failed', error })
    }
  }

  async #reconcile(): Promise<void> {
    if (this.#isClosed) return
    const wanted = this.#wanted()
    const { store } = this.#context
    const unwanted = new Set([...this.#kept.keys(), ...indexesOfCursors(store.cursors())])
    for (const id of unwanted) if (!wanted.has(id)) await this.#drop(id)
    for (const kept of this.#kept.values()) kept.compareWithCatalog()
    await Promise.all([...wanted.keys()].map(async (id) => this.#open(id)?.opened))
  }

  /** The indexes of the catalogue and their tables. */
  #wanted(): Map<number, Table> {
    const wanted = new Map<number, Table>()
    for (const table of this.#setup.engine.catalog.all()) {
      const { id, searchIndexes } = table.description
      for (const { number } of searchIndexes) wanted.set(indexId(id, number), table)
    }
    return wanted
  }

  /** Undefined when the catalogue has no such index. */
  #open(id: number): KeptIndex | undefined {
    const known = this.#kept.get(id)
    if (known !== undefined || this.#isClosed) return known
    const { table: tableId, index } = partsOfIndexId(id)
    const table = this.#tableOf(tableId)
    if (table === undefined || describedIndex(table, index) === undefined) return undefined
    const kept = new KeptIndex(this.#context, table, index, id, (event) => this.#log(id, event))
    this.#kept.set(id, kept)
    return kept
  }

  #tableOf(id: number): Table | undefined {
    for (const table of this.#setup.engine.catalog.all()) {
      if (table.description.id === id) return table
    }
    return undefined
  }

  /** The cursor is removed last: as long as it exists, a later run finishes the removal. */
  async #drop(id: number): Promise<void> {
    const kept = this.#kept.get(id)
    this.#kept.delete(id)
    try {
      await kept?.close()
      await this.#context.search.drop(id)
      await this.#context.store.removeCursor(cursorName(id))
      this.#log(id, { kind: 'dropped' })
    } catch (error) {
      this.#log(id, { kind: 'failed', error })
    }
  }

  #log(id: number, event: Pick<KeeperEvent, 'kind' | 'error'>): void {
    this.#setup.log?.({ ...partsOfIndexId(id), ...event })
  }
}

function nothing(): void {}
