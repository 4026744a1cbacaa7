import { limits } from '@rowhouse/protocol'
import type { Follower } from '../feed/change-feed.js'
import {
  type ImageSource,
  imagesOfCommits,
  imagesOfSlice,
  rowsOfTable,
} from '../feed/read-images.js'
import { CursorMover } from '../feed/cursor-mover.js'
import { loadRow } from '../rows/stored/load-row.js'
import { sliceOf } from '../tables/entries-of.js'
import type { Table } from '../tables/table.js'
import { type IndexContext, cursorName } from './index-context.js'
import { IndexImager, type IndexedRow } from './index-imager.js'
import { IndexProjection } from './index-projection.js'
import { type IndexBuild, type IndexState, firstBuild, readState } from './index-state.js'
import type { IndexSession, SessionEvents } from './index-session.js'
import { mainRowKey } from './main-row-key.js'
import type { IndexCreation } from './secondary-indexes.js'
import { writeIndexRows } from './write-index-rows.js'

/**
 * One run of keeping a global index, from opening it to the first trouble. Rows reach the index in an
 * order in which the last of each is its newest: a slice of the table is read and written before
 * anything later of the feed is.
 */
export class GlobalIndexSession implements IndexSession {
  state: IndexState = { position: 0, build: undefined }
  damagedRows = 0
  readonly #context: IndexContext
  readonly #main: Table
  readonly #index: Table
  readonly #events: SessionEvents
  readonly #projection: IndexProjection
  readonly #source: ImageSource<IndexedRow>
  readonly #cursor: CursorMover
  /** Where the stored state stands. */
  #written = 0
  #cursorAt = 0
  #follower: Follower | undefined
  #isStopped = false

  constructor(context: IndexContext, main: Table, index: Table, events: SessionEvents) {
    this.#context = context
    this.#main = main
    this.#index = index
    this.#events = events
    const { description, names } = main
    this.#projection = new IndexProjection(description, index.description, names)
    this.#source = {
      store: context.store,
      table: description.id,
      imager: new IndexImager(this.#projection, description.primaryKey.length),
      turns: context.turns,
    }
    this.#cursor = new CursorMover(context.store, cursorName(this.#id), events.cursorFailed)
  }

  get #id(): number {
    return this.#index.description.id
  }

  /** Begins, with what the creator of the index knows, or goes on where the last session ended. */
  async open(creation: IndexCreation | undefined, mustRebuild: boolean): Promise<void> {
    const { store } = this.#context
    const known = creation === undefined ? await readState(store, this.#id) : undefined
    // The log may be another one than that which the state speaks of.
    const isOfThisLog = known !== undefined && known.position <= store.visibleEnd
    if (isOfThisLog && !mustRebuild) {
      await this.#keepLog(known.position)
      this.#goOn(known)
      return
    }
    // The cursor comes first: whatever is visible later can be read later.
    const position = creation?.from ?? store.visibleEnd
    await this.#setCursor(position)
    const build = creation?.build === false ? undefined : firstBuild(creation === undefined)
    await this.#write([], { position, build })
    this.#goOn({ position, build })
  }

  async run(): Promise<void> {
    const { feed } = this.#context
    const follower = feed.follow(this.#source.table, this.state.position)
    this.#follower = follower
    try {
      while (!this.#isStopped) {
        const { build } = this.state
        if (build === undefined || build.stage === 'log') await this.#follow(follower)
        else await this.#buildOn(follower, build)
      }
    } finally {
      follower.close()
      await this.#cursor.close()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#follower?.close()
  }

  async #keepLog(position: number): Promise<void> {
    const cursor = this.#context.store.cursors().get(cursorName(this.#id))
    if (cursor === undefined || cursor > position) await this.#setCursor(position)
    this.#cursorAt = position
  }

  async #setCursor(position: number): Promise<void> {
    await this.#context.store.setCursor(cursorName(this.#id), position)
    this.#cursorAt = position
  }

  #goOn(state: IndexState): void {
    this.state = state
    this.#written = state.position
  }

  async #buildOn(follower: Follower, build: IndexBuild): Promise<void> {
    const { store } = this.#context
    for (let batch = 0; batch < limits.INDEX_BATCHES_PER_SLICE; batch++) {
      if (this.#isStopped) return
      if (store.visibleEnd - follower.position < limits.FEED_BATCH_BYTES) break
      await this.#follow(follower)
    }
    const next = build.stage === 'rows' ? await this.#buildRows(build) : await this.#sweep(build)
    if (next === undefined || this.#isStopped) return
    const state = { position: this.state.position, build: next.build }
    await this.#write(next.rows, state, next.surplus)
    this.#events.advanced()
  }

  async #buildRows(build: IndexBuild): Promise<NextSlice> {
    const slice = await imagesOfSlice(this.#source, build.last)
    this.damagedRows += slice.damagedRows
    const rows = slice.images.filter((row) => this.#belongs(row))
    if (slice.last === undefined) return { rows, build: this.#after(build) }
    return {
      rows,
      build: { ...build, last: slice.last, rows: build.rows + slice.images.length },
    }
  }

  /** Rows that were there before an index without base data stay out until they change. */
  #belongs({ stamp }: IndexedRow): boolean {
    const { index, createdAt } = this.#index.description
    return index?.hasBaseData === true || stamp >= Number(createdAt / 1000n)
  }

  #after({ stage, sweeps, rows }: IndexBuild): IndexBuild {
    const next = stage === 'rows' && sweeps ? 'index' : 'log'
    const goal = this.#context.store.visibleEnd
    return { stage: next, last: undefined, rows, sweeps, goal }
  }

  /** Looks for rows of the index that are none of any row, which the feed has not told of. */
  async #sweep(build: IndexBuild): Promise<NextSlice> {
    const { store } = this.#context
    const start = build.last === undefined ? rowsOfTable.start : behind(build.last)
    const entries = await sliceOf(store, this.#id, start, rowsOfTable.end, limits.FEED_SLICE_ROWS)
    const last = entries.at(-1)
    if (last === undefined) return { rows: [], build: this.#after(build) }
    const rows: IndexedRow[] = []
    const surplus: Buffer[] = []
    for (const { key } of entries) {
      const rowKey = mainRowKey(this.#main.description, this.#index.description, key)
      const row = await this.#rowNow(rowKey)
      if (row.entry?.key.equals(key) === true) continue
      surplus.push(key)
      rows.push(row)
    }
    return { rows, surplus, build: { ...build, last: Buffer.from(last.key) } }
  }

  async #rowNow(key: Buffer): Promise<IndexedRow> {
    const { store } = this.#context
    const read = { table: this.#source.table, partition: NO_PARTITION, keys: [key], pending: false }
    const [value] = (await store.read(read)).values
    if (value === undefined) return this.#source.imager.ofGone(key)
    const { row } = await loadRow(store, this.#main, key, value, this.#projection.columns, 0)
    return { key, entry: this.#projection.entryOf(key, row), stamp: Number(row.stamp) }
  }

  async #follow(follower: Follower): Promise<void> {
    const batch = await follower.next()
    if (batch === undefined || this.#isStopped) return
    const { images, damagedRows } = await imagesOfCommits(this.#source, batch.commits)
    this.damagedRows += damagedRows
    const { end: position } = batch
    const build = buildAt(this.state.build, position)
    const isDue = position - this.#written >= limits.INDEX_SILENT_LOG_BYTES
    // A quiet index need not write how far it has come each time that others change.
    if (images.length > 0 || build !== this.state.build || isDue) {
      await this.#write(images, { position, build })
    } else this.state = { position, build }
    this.#events.advanced()
  }

  async #write(
    rows: readonly IndexedRow[],
    state: IndexState,
    surplus: readonly Buffer[] = [],
  ): Promise<void> {
    await writeIndexRows(this.#context.store, this.#id, rows, state, surplus)
    this.#goOn(state)
    if (state.position - this.#cursorAt < limits.INDEX_CURSOR_BYTES) return
    this.#cursorAt = state.position
    this.#cursor.moveTo(state.position)
  }
}

interface NextSlice {
  readonly rows: readonly IndexedRow[]
  readonly surplus?: readonly Buffer[]
  readonly build: IndexBuild
}

/** A read of one key needs no partition-key value: there is no moment to share with other keys. */
const NO_PARTITION = Buffer.alloc(0)

const behind = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)])

/** The build is over when everything is in the index that was visible at the end of its scans. */
const buildAt = (build: IndexBuild | undefined, position: number): IndexBuild | undefined =>
  build?.stage === 'log' && position >= build.goal ? undefined : build
