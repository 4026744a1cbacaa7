import type { Follower } from '../feed/change-feed.js'
import { CursorMover } from '../feed/cursor-mover.js'
import { imagesOfCommits, imagesOfSlice, rowsOfTable } from '../feed/read-images.js'
import { Space } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import { sliceOf } from '../tables/entries-of.js'
import type { Table } from '../tables/table-description.js'
import { type IndexContext, cursorName } from './index-context.js'
import type { GroupMember, IndexGroup, TakenChanges } from './index-group.js'
import type { IndexedRow } from './index-imager.js'
import type { IndexSession, SessionEvents } from './secondary-index-session.js'
import { type IndexSource, behindRow, indexSource, indexedRowNow } from './index-source.js'
import { type IndexBuild, type IndexState, firstBuild, readState } from './index-state.js'
import { type IndexChange, IndexWriter } from './secondary-index-writer.js'
import { mainRowKey } from './main-row-key.js'
import { newestRows } from './newest-rows.js'
import type { IndexCreation } from '../tables/table-parts.js'

/**
 * One run of keeping a global index, from opening it to the first failure. Of each row the newest version
 * reaches the index last, because a slice of the table is read and written before later changes of the
 * feed.
 */
export class GlobalIndexSession implements IndexSession, GroupMember {
  state: IndexState = { position: 0, build: undefined }
  damagedRows = 0
  readonly #context: IndexContext
  readonly #main: Table
  readonly #index: Table
  readonly #events: SessionEvents
  readonly source: IndexSource
  readonly #group: IndexGroup
  readonly #writer: IndexWriter
  /** Batches that it follows alone before it joins the others. */
  #aloneBatches: number
  readonly #cursor: CursorMover
  /** The position of the stored state, or of the one that is being stored. */
  #notedAt = 0
  #cursorAt = 0
  #follower: Follower | undefined
  #isStopped = false

  /** After a failure it goes alone for a while, so that what fails for it does not fail for others. */
  constructor(
    context: IndexContext,
    main: Table,
    index: Table,
    events: SessionEvents,
    hasFailed: boolean,
  ) {
    this.#context = context
    this.#main = main
    this.#index = index
    this.#events = events
    this.source = indexSource(context, main, index)
    this.#group = context.groupOf(main)
    this.#aloneBatches = hasFailed ? engineLimits.INDEX_ALONE_BATCHES : 0
    this.#writer = new IndexWriter(context.store, this.#id, {
      written: (state) => this.#advance(state),
      wrote: (key, bytes) => context.charge(index, key, bytes),
      // A session that waits for the feed must be woken up.
      failed: () => this.#wake(),
    })
    this.#cursor = new CursorMover(context.store, cursorName(this.#id), events.cursorFailed)
  }

  get #id(): number {
    return this.#index.description.id
  }

  /** Begins, for a new index with what its creator knows, or continues where the last session ended. */
  async open(creation: IndexCreation | undefined, mustRebuild: boolean): Promise<void> {
    const { store } = this.#context
    const known = creation === undefined ? await readState(store, this.#id) : undefined
    // The log may be another one than that of the state.
    const isOfThisLog = known !== undefined && known.position <= store.visibleEnd
    if (isOfThisLog && !mustRebuild) {
      await this.#holdLog(known.position)
      this.#resume(known)
      return
    }
    // The cursor is set first, so that everything that becomes visible later can still be read.
    const position = creation?.from ?? store.visibleEnd
    await this.#setCursor(position)
    const build = creation?.build === false ? undefined : firstBuild(creation === undefined)
    await this.#note({ position, build })
    if (build?.sweeps === true) await this.#empty({ position, build })
  }

  async #note(state: IndexState): Promise<void> {
    await this.#writer.write({ rows: [], state })
    await this.#writer.settled()
    this.#resume(state)
  }

  /**
   * Nobody reads an index while it is built anew, so all of its old entries go at once, and none is looked
   * for later. A crash in between leaves a build that looks for them.
   */
  async #empty({ position, build }: { position: number; build: IndexBuild }): Promise<void> {
    const { store } = this.#context
    for (const space of [Space.ROWS, Space.INDEX_ROWS])
      await store.deleteRange(this.#id, Buffer.of(space), Buffer.of(space + 1))
    await this.#note({ position, build: { ...build, sweeps: false } })
  }

  async run(): Promise<void> {
    const { feed } = this.#context
    const follower = feed.follow(this.source.table, this.state.position)
    this.#follower = follower
    try {
      for (let { build } = this.state; isInTable(build); { build } = this.state) {
        if (this.#isStopped) return
        await this.#buildSlice(follower, build)
      }
      await this.#followAlone(follower)
      // Before it joins, its position must be that of its last commit.
      await this.#writer.settled()
      follower.close()
      if (!this.#isStopped) await this.#group.follow(this)
      await this.#writer.settled()
    } finally {
      follower.close()
      // The next session begins with the state that this one leaves.
      await this.#writer.settled().catch(nothing)
      await this.#cursor.close()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  get position(): number {
    return this.state.position
  }

  #wake(): void {
    this.#follower?.close()
    this.#group.leave(this)
  }

  async #holdLog(position: number): Promise<void> {
    const cursor = this.#context.store.cursors().get(cursorName(this.#id))
    if (cursor === undefined || cursor > position) await this.#setCursor(position)
    this.#cursorAt = position
  }

  async #setCursor(position: number): Promise<void> {
    await this.#context.store.setCursor(cursorName(this.#id), position)
    this.#cursorAt = position
  }

  #resume(state: IndexState): void {
    this.state = state
    this.#notedAt = state.position
  }

  async #buildSlice(follower: Follower, build: IndexBuild): Promise<void> {
    const { store } = this.#context
    for (let batch = 0; batch < engineLimits.INDEX_BATCHES_PER_SLICE; batch++) {
      if (this.#isStopped) return
      if (store.visibleEnd - follower.position < engineLimits.FEED_BATCH_BYTES) break
      const taken = await this.#take(follower)
      if (taken !== undefined) await this.keep(taken)
      await this.#writer.settled()
    }
    const next = build.stage === 'rows' ? await this.#buildRows(build) : await this.#sweep(build)
    if (this.#isStopped) return
    const { rows, surplus = [] } = next
    await this.#write({ rows, surplus, state: { ...this.state, build: next.build } })
    await this.#writer.settled()
  }

  async #buildRows(build: IndexBuild): Promise<NextSlice> {
    const slice = await imagesOfSlice(this.source, build.last)
    this.damagedRows += slice.damagedRows
    const rows = slice.images.filter(({ stamp }) => stamp >= this.source.oldest)
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

  /** Finds surplus rows of the index, which no row of the main table has and the feed cannot report. */
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
      const row = await indexedRowNow(this.source, rowKey)
      if (row.entry?.key.equals(key) === true) continue
      surplus.push(key)
      rows.push(row)
    }
    // Several surplus rows may be of one row of the main table.
    const newest = newestRows(rows, ({ key }) => key)
    return { rows: newest, surplus, build: { ...build, last: Buffer.from(last.key) } }
  }

  /**
   * Until it may join the others. Reads the next changes, and makes index rows of them, while the previous
   * ones are being written.
   */
  async #followAlone(follower: Follower): Promise<void> {
    if (this.#mayJoin()) return
    let next = this.#take(follower)
    for (let taken = await next; taken !== undefined; taken = await next) {
      next = this.#take(follower)
      // If the session fails before this is awaited, its own error is reported.
      next.catch(nothing)
      await this.keep(taken)
      this.#aloneBatches--
      if (this.#mayJoin()) return
    }
  }

  #mayJoin(): boolean {
    return this.#aloneBatches <= 0 && this.#group.mayJoin(this.state.position)
  }

  /** Undefined once the session is stopped. */
  async #take(follower: Follower): Promise<TakenChanges | undefined> {
    const batch = await follower.next()
    if (batch === undefined || this.#isStopped) return undefined
    const { images, damagedRows } = await imagesOfCommits(this.source, batch.commits)
    const rows = newestRows(images, ({ key }) => key)
    return { end: batch.end, rows, changes: images.length, damagedRows }
  }

  async keep({ end: position, rows, changes, damagedRows }: TakenChanges): Promise<void> {
    if (this.#isStopped) return
    this.damagedRows += damagedRows
    this.#events.followed(changes)
    const before = this.state.build
    const state = { position, build: buildAt(before, position) }
    const isDue = position - this.#notedAt >= engineLimits.INDEX_SILENT_LOG_BYTES
    if (rows.length > 0 || state.build !== before || isDue) return this.#write({ rows, state })
    // An index without changes of its own need not store its position for every change of other tables.
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
    // Writing the first state while opening is not progress.
    if (this.#follower === undefined) return
    this.#events.advanced()
    if (state.position - this.#cursorAt < engineLimits.INDEX_CURSOR_BYTES) return
    this.#cursorAt = state.position
    this.#cursor.moveTo(state.position)
  }
}

interface NextSlice {
  readonly rows: readonly IndexedRow[]
  readonly surplus?: readonly Buffer[]
  readonly build: IndexBuild
}

/** The last stage only follows the log. */
const isInTable = (build: IndexBuild | undefined): build is IndexBuild =>
  build !== undefined && build.stage !== 'log'

/** The build ends when the index has everything that was visible at the end of its scans. */
const buildAt = (build: IndexBuild | undefined, position: number): IndexBuild | undefined =>
  build?.stage === 'log' && position >= build.goal ? undefined : build

function nothing(): void {}
