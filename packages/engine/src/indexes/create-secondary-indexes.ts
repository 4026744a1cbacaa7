import { errors } from '@rowhouse/protocol'
import { createChangeFeed } from '../feed/change-feed.js'
import { VisibleTimes } from '../feed/visible-times.js'
import { engineLimits } from '../limits.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { type Clock, WorkTurns } from '@rowhouse/platform'
import type { Catalog } from '../tables/catalog.js'
import type { IndexCreation } from '../tables/table-parts.js'
import type { Table } from '../tables/table-description.js'
import {
  type ChargeIndexRow,
  type IndexContext,
  cursorName,
  indexesOfCursors,
} from './index-context.js'
import { IndexGroup } from './index-group.js'
import { KeptIndex } from './kept-secondary-index.js'
import {
  IndexNotKeptError,
  type IndexStatus,
  type IndexVerification,
  type SecondaryIndexes,
} from './secondary-indexes.js'
import { verifyIndex } from './verify-secondary-index.js'

export interface SecondaryIndexesSetup {
  readonly store: PartitionStore
  readonly locks: PartitionLocks
  readonly catalog: Catalog
  readonly clock: Clock
  /** Called at every failure; the failed work is retried. */
  readonly onError: (error: unknown) => void
  readonly charge: ChargeIndexRow
  readonly retryMs?: number
  readonly heldLagBytes?: number | undefined
}

/** Continues every index of the catalogue where it stopped. */
export const createSecondaryIndexes = (setup: SecondaryIndexesSetup): SecondaryIndexes => {
  const indexes = new CatalogIndexes(setup)
  indexes.openAll()
  return indexes
}

class CatalogIndexes implements SecondaryIndexes {
  readonly #context: IndexContext
  readonly #onError: (error: unknown) => void
  /** By the table ids of the indexes. */
  readonly #kept = new Map<number, KeptIndex>()
  /** The global indexes of tables, by the tables' ids. */
  readonly #globalOf = new Map<number, KeptIndex[]>()
  /** By the ids of their tables. */
  readonly #groups = new Map<number, IndexGroup>()
  #times: VisibleTimes | undefined
  #reconciling: Promise<void> = Promise.resolve()

  constructor(setup: SecondaryIndexesSetup) {
    const { store, locks, catalog, clock, charge, onError, retryMs, heldLagBytes } = setup
    this.#onError = onError
    const feed = createChangeFeed(store, clock)
    this.#context = {
      store,
      locks,
      catalog,
      clock,
      charge,
      feed,
      turns: new WorkTurns(clock, engineLimits.FEED_TURN_MS_MAX),
      groupOf: ({ description: { id } }) => {
        const group = this.#groups.get(id) ?? new IndexGroup(feed)
        this.#groups.set(id, group)
        return group
      },
      times: () => (this.#times ??= new VisibleTimes(store, clock)),
      retryMs: retryMs ?? engineLimits.INDEX_RETRY_MS,
      heldLagBytes: heldLagBytes ?? engineLimits.INDEX_HELD_LAG_BYTES,
    }
  }

  checkReadable(index: Table): void {
    if (this.phaseOf(index) === 'INCR') return
    const isLocal = index.description.index?.type === 'LOCAL'
    throw isLocal ? errors.localIndexInBuild() : errors.indexInBuild()
  }

  afterWrite({ description }: Table): Promise<void> | undefined {
    if (description.indexes.length === 0) return undefined
    const waits: Promise<void>[] = []
    for (const kept of this.#globalOf.get(description.id) ?? []) {
      const wait = kept.hold.afterWrite()
      if (wait !== undefined) waits.push(wait)
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(nothing)
  }

  phaseOf(index: Table): 'FULL' | 'INCR' {
    return this.#kept.get(index.description.id)?.phase ?? 'FULL'
  }

  async added(index: Table, creation: IndexCreation): Promise<void> {
    await this.#open(index, creation)?.begun()
  }

  openAll(): void {
    for (const table of this.#context.catalog.all()) {
      if (table.description.index !== undefined) this.#open(table, undefined)
    }
    // Cleans up after indexes that were dropped shortly before the last process ended.
    void this.reconcile()
  }

  reconcile(): Promise<void> {
    this.#reconciling = this.#reconciling.then(() => this.#reconcile()).catch(this.#onError)
    return this.#reconciling
  }

  caughtUp(index: Table): Promise<void> {
    return this.#of(index).caughtUp()
  }

  rebuild(index: Table): Promise<void> {
    return this.#of(index).rebuild()
  }

  async verify(index: Table): Promise<IndexVerification> {
    return verifyIndex(this.#context, this.#of(index))
  }

  status(index: Table): IndexStatus | undefined {
    return this.#kept.get(index.description.id)?.status()
  }

  async close(): Promise<void> {
    await this.#reconciling
    await Promise.all([...this.#kept.values()].map((kept) => kept.close()))
    await this.#context.feed.close()
    this.#times?.close()
  }

  #of(index: Table): KeptIndex {
    const kept = this.#kept.get(index.description.id)
    if (kept === undefined) throw new IndexNotKeptError('it is not kept')
    return kept
  }

  #open(index: Table, creation: IndexCreation | undefined): KeptIndex | undefined {
    const { id, instance, index: of } = index.description
    const known = this.#kept.get(id)
    if (known !== undefined) return known
    const main = of === undefined ? undefined : this.#context.catalog.find(instance, of.table)
    if (main === undefined) return undefined
    const kept = new KeptIndex(this.#context, main, index, creation, this.#onError)
    this.#kept.set(id, kept)
    this.#findGlobal()
    return kept
  }

  #findGlobal(): void {
    this.#globalOf.clear()
    for (const kept of this.#kept.values()) {
      if (!kept.isGlobal) continue
      const { id } = kept.main.description
      this.#globalOf.set(id, [...(this.#globalOf.get(id) ?? []), kept])
    }
  }

  /** The cursor is removed last: as long as it exists, the next start will finish this. */
  async #reconcile(): Promise<void> {
    const { store, catalog } = this.#context
    const wanted = new Set<number>()
    for (const { description } of catalog.all()) wanted.add(description.id)
    for (const id of this.#groups.keys()) if (!wanted.has(id)) this.#groups.delete(id)
    for (const id of [...this.#kept.keys(), ...indexesOfCursors(store.cursors())]) {
      if (wanted.has(id)) continue
      await this.#kept.get(id)?.close()
      this.#kept.delete(id)
      this.#findGlobal()
      if (store.cursors().has(cursorName(id))) await store.removeCursor(cursorName(id))
    }
  }
}

function nothing(): void {}
