import { changeRow } from '../expiry/expire-row.js'
import { settleBatch } from '../expiry/row-batch.js'
import { imagesOfSlice, rowsOfTable } from '../feed/read-images.js'
import { engineLimits } from '../limits.js'
import type { Mutation } from '../partitions/partition-store.js'
import { sliceOf } from '../tables/entries-of.js'
import type { Table } from '../tables/table-description.js'
import type { IndexContext } from './index-context.js'
import type { IndexEntry } from '../tables/index-projection.js'
import type { IndexSession, SessionEvents } from './secondary-index-session.js'
import {
  INDEX_PARTITION,
  type IndexBuild,
  type IndexState,
  firstBuild,
  readState,
  stateMutation,
} from './index-state.js'
import { type IndexSource, behindRow, indexSource } from './index-source.js'
import { mainRowKey } from './main-row-key.js'
import type { IndexCreation } from '../tables/table-parts.js'

/**
 * Builds a local index over the existing rows, each under its lock, as a write would. From then on the
 * commits of the main table maintain it, and nothing is left to do here.
 */
export class LocalIndexSession implements IndexSession {
  state: IndexState = { position: 0, build: undefined }
  damagedRows = 0
  readonly #context: IndexContext
  readonly #main: Table
  readonly #index: Table
  readonly #events: SessionEvents
  readonly #source: IndexSource
  readonly #stopped: Promise<void>
  #stop: () => void = nothing
  #isStopped = false

  constructor(context: IndexContext, main: Table, index: Table, events: SessionEvents) {
    this.#context = context
    this.#main = main
    this.#index = index
    this.#events = events
    this.#source = indexSource(context, main, index)
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve
    })
  }

  async open(creation: IndexCreation | undefined, mustRebuild: boolean): Promise<void> {
    const known =
      creation === undefined
        ? await readState(this.#context.store, this.#index.description.id)
        : undefined
    if (known !== undefined && !mustRebuild) this.state = known
    else if (creation?.build === false) await this.#note(undefined)
    else await this.#note(firstBuild(creation === undefined))
  }

  async run(): Promise<void> {
    for (let { build } = this.state; build !== undefined && !this.#isStopped; ) {
      const next = await this.#buildSlice(build)
      if (this.#isStopped) break
      await this.#note(next)
      build = this.state.build
      this.#events.advanced()
    }
    await this.#stopped
  }

  stop(): void {
    this.#isStopped = true
    this.#stop()
  }

  async #note(build: IndexBuild | undefined): Promise<void> {
    const state = { position: 0, build }
    await this.#context.store.commit({
      table: this.#index.description.id,
      partition: INDEX_PARTITION,
      expectedHead: undefined,
      token: undefined,
      mutations: [stateMutation(state)],
      record: undefined,
    })
    this.state = state
  }

  #buildSlice(build: IndexBuild): Promise<IndexBuild | undefined> {
    return build.stage === 'rows' ? this.#buildRows(build) : this.#sweep(build)
  }

  async #buildRows(build: IndexBuild): Promise<IndexBuild | undefined> {
    const slice = await imagesOfSlice(this.#source, build.last)
    this.damagedRows += slice.damagedRows
    const { oldest } = this.#source
    const rows = slice.images.filter((row) => row.entry !== undefined && row.stamp >= oldest)
    await this.#forEach(rows, ({ key }) => this.#put(key))
    if (slice.last !== undefined) {
      return { ...build, last: slice.last, rows: build.rows + slice.images.length }
    }
    return build.sweeps ? { ...build, stage: 'index', last: undefined } : undefined
  }

  /** Removes surplus rows of the index, which no row of the main table has. */
  async #sweep(build: IndexBuild): Promise<IndexBuild | undefined> {
    const entries = await sliceOf(
      this.#context.store,
      this.#index.description.id,
      behindRow(build.last),
      rowsOfTable.end,
      engineLimits.FEED_SLICE_ROWS,
    )
    const last = entries.at(-1)
    if (last === undefined) return undefined
    await this.#forEach(entries, ({ key }) => this.#removeSurplus(key))
    return { ...build, last: Buffer.from(last.key) }
  }

  async #put(key: Buffer): Promise<void> {
    const table = this.#index.description.id
    await this.#changeUntilDone(key, (entry) =>
      entry === undefined ? [] : [{ table, key: entry.key, value: entry.value }],
    )
  }

  async #removeSurplus(indexKey: Buffer): Promise<void> {
    const table = this.#index.description.id
    const key = mainRowKey(this.#main.description, this.#index.description, indexKey)
    await this.#changeUntilDone(key, (entry) =>
      entry?.key.equals(indexKey) === true ? [] : [{ table, key: indexKey, value: undefined }],
    )
  }

  /** Retries when a write came in between, which only happens in a store without pipelining. */
  async #changeUntilDone(
    key: Buffer,
    mutationsOf: (entry: IndexEntry | undefined) => readonly Mutation[],
  ): Promise<void> {
    let mutations: readonly Mutation[] = []
    for (let isDone = false; !isDone; ) {
      isDone = await changeRow(this.#context, this.#main, key, false, (loaded) => {
        const entry = loaded && this.#source.projection.entryOf(key, loaded.row)
        mutations = mutationsOf(entry)
        return { mutations, outcome: true }
      })
    }
    for (const { key: written, value } of mutations) {
      this.#context.charge(this.#index, written, written.length + (value?.length ?? 0))
    }
  }

  async #forEach<Item>(
    items: readonly Item[],
    action: (item: Item) => Promise<void>,
  ): Promise<void> {
    for (let at = 0; at < items.length && !this.#isStopped; ) {
      const together = items.slice(at, at + engineLimits.BACKGROUND_ROWS_AT_ONCE)
      const { damagedRows } = await settleBatch(together.map(action))
      this.damagedRows += damagedRows
      at += together.length
    }
  }
}

function nothing(): void {}
