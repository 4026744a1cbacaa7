import type { Follower } from '../feed/change-feed.js'
import { CursorMover } from '../feed/cursor-mover.js'
import { type Images, imagesOfCommits, imagesOfSlice, rowsOfTable } from '../feed/read-images.js'
import { engineLimits } from '../limits.js'
import { sliceOf } from '../tables/entries-of.js'
import type { Table } from '../tables/table-description.js'
import { type IndexContext, cursorName } from './index-context.js'
import type { IndexedRow } from './index-imager.js'
import type { IndexSession, SessionEvents } from './secondary-index-session.js'
import { type IndexSource, behindRow, indexSource, indexedRowNow } from './index-source.js'
import { type IndexBuild, type IndexState, firstBuild, readState } from './index-state.js'
import { type IndexChange, IndexWriter } from './secondary-index-writer.js'
import { mainRowKey } from './main-row-key.js'
import type { IndexCreation } from '../tables/table-parts.js'

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
  readonly #source: IndexSource
  readonly #writer: IndexWriter
  readonly #cursor: CursorMover
  /** Where the stored state stands, or will. */
  #notedAt = 0
  #cursorAt = 0
  #follower: Follower | undefined
  #isStopped = false

  constructor(context: IndexContext, main: Table, index: Table, events: SessionEvents) {
    this.#context = context
    this.#main = main
    this.#index = index
    this.#events = events
    this.#source = indexSource(context, main, index)
    this.#writer = new IndexWriter(context.store, this.#id, {
      written: (state) => this.#advance(state),
      // A session that waits for more of the feed must learn of it.
      failed: () => this.#follower?.close(),
    })
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
    await this.#writer.write({ rows: [], state: { position, build } })
    await this.#writer.settled()
    this.#goOn({ position, build })
  }

  async run(): Promise<void> {
    const { feed } = this.#context
    const follower = feed.follow(this.#source.table, this.state.position)
    this.#follower = follower
    try {
      for (let { build } = this.state; isInTable(build); { build } = this.state) {
        if (this.#isStopped) return
        await this.#buildOn(follower, build)
      }
      await this.#followOn(follower)
      await this.#writer.settled()
    } finally {
      follower.close()
      // The next session begins with what this one has left behind.
      await this.#writer.settled().catch(nothing)
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
    this.#notedAt = state.position
  }

  async #buildOn(follower: Follower, build: IndexBuild): Promise<void> {
    const { store } = this.#context
    for (let batch = 0; batch < engineLimits.INDEX_BATCHES_PER_SLICE; batch++) {
      if (this.#isStopped) return
      if (store.visibleEnd - follower.position < engineLimits.FEED_BATCH_BYTES) break
      const taken = await this.#take(follower)
      if (taken !== undefined) await this.#keep(taken)
      await this.#writer.settled()
    }
    const next = build.stage === 'rows' ? await this.#buildRows(build) : await this.#sweep(build)
    if (this.#isStopped) return
    const { rows, surplus = [] } = next
    await this.#write({ rows, surplus, state: { ...this.state, build: next.build } })
    await this.#writer.settled()
  }

  async #buildRows(build: IndexBuild): Promise<NextSlice> {
    const slice = await imagesOfSlice(this.#source, build.last)
    this.damagedRows += slice.damagedRows
    const rows = slice.images.filter(({ stamp }) => stamp >= this.#source.oldest)
    if (slice.last === undefined) return { rows, build: this.#after(build) }
    return {
      rows,
      build: { ...build, last: slice.last, rows: build.rows + slice.images.length },
    }
  }

  #after({ stage, sweeps, rows }: IndexBuild): IndexBuild {
    const next = stage === 'rows' && sweeps ? 'index' : 'log'
    const goal = this.#context.store.visibleEnd
    return { stage: next, last: undefined, rows, sweeps, goal }
  }

  /** Looks for rows of the index that are none of any row, which the feed has not told of. */
  async #sweep(build: IndexBuild): Promise<NextSlice> {
    const { store } = this.#context
    const start = behindRow(build.last)
    const entries = await sliceOf(
      store,
      this.#id,
      start,
      rowsOfTable.end,
      engineLimits.FEED_SLICE_ROWS,
    )
    const last = entries.at(-1)
    if (last === undefined) return { rows: [], build: this.#after(build) }
    const rows: IndexedRow[] = []
    const surplus: Buffer[] = []
    for (const { key } of entries) {
      const rowKey = mainRowKey(this.#main.description, this.#index.description, key)
      const row = await indexedRowNow(this.#source, rowKey)
      if (row.entry?.key.equals(key) === true) continue
      surplus.push(key)
      rows.push(row)
    }
    return { rows, surplus, build: { ...build, last: Buffer.from(last.key) } }
  }

  /** Reads the next changes, and makes rows of them, while the last ones are being written. */
  async #followOn(follower: Follower): Promise<void> {
    let next = this.#take(follower)
    for (let taken = await next; taken !== undefined; taken = await next) {
      next = this.#take(follower)
      // A session that ends earlier has its own reason.
      next.catch(nothing)
      await this.#keep(taken)
    }
  }

  /** Undefined when nothing more is wanted. */
  async #take(follower: Follower): Promise<TakenChanges | undefined> {
    const batch = await follower.next()
    if (batch === undefined || this.#isStopped) return undefined
    return { end: batch.end, ...(await imagesOfCommits(this.#source, batch.commits)) }
  }

  async #keep({ end: position, images: rows, damagedRows }: TakenChanges): Promise<void> {
    this.damagedRows += damagedRows
    this.#events.followed(rows.length)
    const before = this.state.build
    const state = { position, build: buildAt(before, position) }
    const isDue = position - this.#notedAt >= engineLimits.INDEX_SILENT_LOG_BYTES
    if (rows.length > 0 || state.build !== before || isDue) return this.#write({ rows, state })
    // A quiet index need not write how far it has come each time that others change.
    await this.#writer.settled()
    this.state = state
    this.#events.advanced()
  }

  async #write(change: IndexChange): Promise<void> {
    this.#notedAt = change.state.position
    await this.#writer.write(change)
  }

  #advance(state: IndexState): void {
    this.state = state
    // Being opened is no progress yet.
    if (this.#follower === undefined) return
    this.#events.advanced()
    if (state.position - this.#cursorAt < engineLimits.INDEX_CURSOR_BYTES) return
    this.#cursorAt = state.position
    this.#cursor.moveTo(state.position)
  }
}

interface TakenChanges extends Images<IndexedRow> {
  /** Of the changes, in the log. */
  readonly end: number
}

interface NextSlice {
  readonly rows: readonly IndexedRow[]
  readonly surplus?: readonly Buffer[]
  readonly build: IndexBuild
}

/** The last stage only follows the log. */
const isInTable = (build: IndexBuild | undefined): build is IndexBuild =>
  build !== undefined && build.stage !== 'log'

/** The build is over when everything is in the index that was visible at the end of its scans. */
const buildAt = (build: IndexBuild | undefined, position: number): IndexBuild | undefined =>
  build?.stage === 'log' && position >= build.goal ? undefined : build

function nothing(): void {}
