import {
  type CursorMover,
  type Follower,
  ImageObjects,
  type ImageSource,
  RowImager,
  type Table,
} from '@rowhouse/engine'
import type { ImageBatch } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import { type IndexPlan, isSameLife, isSameSchema } from './index-plan.js'
import { type KeeperContext, cursorName } from './keeper-context.js'
import { type BuildNote, decodeNote, encodeNote } from './keeper-note.js'
import { type PackedSlice, RowPacker } from './packed-rows.js'

/** The note before the first row. */
const UNBUILT: BuildNote = { scannedRows: 0, last: undefined }

export interface SessionEvents {
  /** Called when the index has more of the feed, or its build is complete. */
  advanced(): void
  built(): void
}

/**
 * One run of keeping an index, from opening it to the first failure. The order of images ensures that the
 * last image of each row is its newest: when a slice of the table is read, everything given before it is
 * visible, and it is given before anything later.
 */
export class IndexSession {
  readonly plan: IndexPlan
  /** The index has everything before this position, except rows that the build has not reached. */
  applied = 0
  /** The position that the search engine was last given. */
  given = 0
  build: BuildNote | undefined = UNBUILT
  damagedRows = 0
  /** The source of images as objects, for verification. */
  readonly source: ImageSource
  readonly #slices: RowPacker
  readonly #changes: RowPacker
  readonly #context: KeeperContext
  readonly #events: SessionEvents
  readonly #mover: CursorMover
  #follower: Follower | undefined
  /** The next slice of the table, which is read ahead while the last one is given. */
  #ahead: Promise<PackedSlice> | undefined
  #isStopped = false

  constructor(
    context: KeeperContext,
    table: Table,
    plan: IndexPlan,
    mover: CursorMover,
    events: SessionEvents,
  ) {
    this.#context = context
    this.plan = plan
    this.#mover = mover
    this.#events = events
    const { store, turns } = context
    const place = { store, turns, table: table.description.id }
    this.source = { ...place, imager: new RowImager(table, plan.scope, new ImageObjects()) }
    this.#slices = new RowPacker(place, table, plan.scope)
    this.#changes = new RowPacker(place, table, plan.scope)
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  get #id(): number {
    return this.plan.definition.id
  }

  /** Opens the index, and finds out where to continue. */
  async open(): Promise<void> {
    const { search, store } = this.#context
    const visible = store.visibleEnd
    const { position, note } = await search.create(this.plan.definition)
    const known = decodeNote(note)
    const isOfThisLog =
      known !== undefined && position <= visible && known.cursor <= (this.#cursor ?? 0)
    if (isOfThisLog && isSameSchema(known.basis, this.plan.basis)) {
      // If rows expire at other times than before, all of them get new images, in place.
      const isSame = isSameLife(known.basis, this.plan.basis)
      await this.#resume(position, isSame ? known.build : UNBUILT)
      return
    }
    if (position > 0 || note.length > 0) {
      // The index was made of other rows, or the log is older than the index.
      await search.drop(this.#id)
      await search.create(this.plan.definition)
    }
    await this.#begin()
  }

  /** Builds and follows until it is stopped; rejects with the error that ends it. */
  async run(): Promise<void> {
    const follower = this.#context.feed.follow(this.source.table, this.applied)
    this.#follower = follower
    try {
      while (!this.#isStopped && this.build !== undefined)
        await this.#buildSlice(follower, this.build)
      while (!this.#isStopped) await this.#follow(follower)
    } finally {
      follower.close()
      await this.#ahead?.catch(nothing)
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#follower?.close()
  }

  async #resume(position: number, build: BuildNote | undefined): Promise<void> {
    // What was given but is not durable must stay in the log, to be read again after a crash.
    const { durable } = await this.#context.search.describe(this.#id)
    if ((this.#cursor ?? -1) < durable) await this.#mover.set(durable)
    this.applied = position
    this.given = position
    this.build = build
  }

  /** The cursor is set first, so that everything that becomes visible later can still be read. */
  async #begin(): Promise<void> {
    const position = this.#context.store.visibleEnd
    await this.#mover.set(position)
    this.applied = position
    this.given = position
    await this.#give([], position, UNBUILT)
    this.build = UNBUILT
  }

  /** The durable cursor. */
  get #cursor(): number | undefined {
    return this.#context.store.cursors().get(cursorName(this.#id))
  }

  async #buildSlice(follower: Follower, build: BuildNote): Promise<void> {
    const { store } = this.#context
    const ahead = this.#ahead
    this.#ahead = undefined
    // A slice that was read ahead is given before anything that became visible later.
    for (
      let batch = 0;
      ahead === undefined && batch < searchLimits.SEARCH_BATCHES_PER_SLICE;
      batch++
    ) {
      if (this.#isStopped || follower.position >= store.visibleEnd) break
      await this.#follow(follower)
    }
    const slice = await (ahead ?? this.#read(build.last))
    if (this.#isStopped) return
    this.damagedRows += slice.damagedRows
    const scannedRows = build.scannedRows + slice.count
    const next = slice.last === undefined ? undefined : { scannedRows, last: slice.last }
    if (next !== undefined && follower.position >= store.visibleEnd) {
      this.#ahead = this.#read(next.last)
      this.#ahead.catch(nothing)
    }
    await this.#give(slice.images, this.applied, next)
    this.build = next
    if (next !== undefined) return
    this.#events.built()
    this.#events.advanced()
  }

  #read(after: Buffer | undefined): Promise<PackedSlice> {
    return this.#context.slices.run(() => this.#slices.slice(after))
  }

  async #follow(follower: Follower): Promise<void> {
    const batch = await follower.next()
    if (batch === undefined) return
    const { images, count, damagedRows } = await this.#changes.commits(batch.commits)
    this.damagedRows += damagedRows
    const { end } = batch
    // A quiet index need not write its position each time that other tables change.
    if (count > 0 || end - this.given >= searchLimits.SEARCH_SILENT_LOG_BYTES) {
      await this.#give(images, end, 'as before')
    }
    this.applied = end
    this.#events.advanced()
  }

  async #give(
    images: ImageBatch['images'],
    position: number,
    build: BuildNote | undefined | 'as before',
  ): Promise<void> {
    const { search, store } = this.#context
    const { basis } = this.plan
    const known = build === 'as before' ? this.build : build
    const note = encodeNote({ build: known, basis, cursor: this.#cursor ?? 0 })
    // What a power cut may still remove from the log must not survive in the index.
    await store.synced()
    await search.apply(this.#id, { images, position, note })
    this.given = position
  }
}

function nothing(): void {}
