import { type SearchHit, type SearchQuery, errors } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import { IndexAbsentError } from '../../indexes/index-errors.js'
import { searchEngineLimits } from '../../limits.js'
import type { GroupBounds } from '../../queries/query.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'
import type {
  AskedSearch,
  CompletedRow,
  FoundRows,
  RowFingerprint,
  RowImage,
} from '../../search-engine.js'
import { createAnalyzerSource } from '../analyzer-source.js'
import { IndexSearcher, type SearchTime } from './index-searcher.js'
import type { Interruptions } from './interruptions.js'
import { SearchingMemory, type ThreadMemory } from './searching-memory.js'
import type { SearchingEvents, SearchingSide } from '../writing/sides.js'
import type { Snapshot } from '../snapshot.js'

/** The groups of one search may take the cache's bytes divided by this. */
const GROUPS_SHARE = 2

type Interruptible = Pick<Interruptions<unknown>, 'during' | 'look'>

/** For a thread that runs one search after the other. */
const NEVER: Interruptible = { during: (work) => work(), look: () => undefined }

/** The searching side in the caller's thread. */
export class LocalSearching implements SearchingSide {
  readonly #clock: Clock
  readonly #events: SearchingEvents
  readonly #cache: SectionCache
  readonly #memory: SearchingMemory | undefined
  readonly #groupBounds: GroupBounds
  #interruptions: Interruptible = NEVER
  /** The deadline of the search in progress. */
  #deadline = Number.POSITIVE_INFINITY
  readonly #analyzers = createAnalyzerSource()
  readonly #lives = new Map<number, Life>()
  /** The searchable indexes with their latest searchers. */
  readonly #open = new Map<number, IndexSearcher>()

  /** `memory` is given in a search thread, which then holds at most `cacheBytes` in all. */
  constructor(clock: Clock, cacheBytes: number, events: SearchingEvents, memory?: ThreadMemory) {
    this.#clock = clock
    this.#events = events
    this.#cache = new SectionCache(cacheBytes, true)
    this.#groupBounds = {
      groups: searchEngineLimits.SEARCH_COLLECTED_GROUPS_MAX,
      bytes: Math.max(cacheBytes / GROUPS_SHARE, searchEngineLimits.SEARCH_GROUPS_BYTES_MIN),
    }
    this.#memory = memory && new SearchingMemory(this.#cache, memory)
  }

  /** Allows interruptions in the middle of searches. */
  letIn(interruptions: Interruptible): void {
    this.#interruptions = interruptions
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    const life: Life = this.#lives.get(index) ?? { searcher: undefined, isOver: false }
    this.#lives.set(index, life)
    const { version } = snapshot
    const open = this.#open.get(index)
    // An open index switches at once, even in the middle of a search.
    const after =
      open === undefined
        ? this.#shown(index, life, layout, snapshot)
        : this.#shownNext(index, open, snapshot)
    life.searcher = after
    after.then(
      (searcher) => {
        if (life.isOver) return
        // A later snapshot is being opened already and replaces this one.
        if (life.searcher === after) this.#open.set(index, searcher)
        this.#events.seen(index, version)
      },
      (error: unknown) => {
        if (!life.isOver) this.#fail(index, version, error)
      },
    )
  }

  forget(index: number): void {
    const life = this.#lives.get(index)
    if (life === undefined) return
    life.isOver = true
    this.#lives.delete(index)
    this.#open.delete(index)
    life.searcher?.then(
      (known) => known.close(),
      () => undefined,
    )
  }

  async search(index: number, search: AskedSearch, timeoutMs: number): Promise<FoundRows> {
    const deadline = this.#clock.monotonic() + timeoutMs
    return this.#with(index, (searcher) => this.#search(searcher, search, deadline))
  }

  /**
   * Searches in the middle of another search. Undefined where that is not possible: the index is
   * still being opened, or the other search's deadline passes first.
   */
  searchNow(index: number, search: AskedSearch, timeoutMs: number): FoundRows | undefined {
    const deadline = this.#clock.monotonic() + timeoutMs
    const searcher = this.#open.get(index)
    if (searcher === undefined) return undefined
    try {
      return this.#on(index, searcher, () => this.#search(searcher, search, deadline))
    } catch (error) {
      if (error instanceof HeldUpError) return undefined
      throw error
    }
  }

  async highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]> {
    return this.#with(index, (searcher) => searcher.highlight(search, rows))
  }

  async keys(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
    every?: number,
  ): Promise<readonly Uint8Array[]> {
    const now = this.#clock.now()
    return this.#with(index, (searcher) => searcher.keys({ after, limit, every, now }))
  }

  async fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]> {
    const now = this.#clock.now()
    return this.#with(index, (searcher) => searcher.fingerprints({ after, limit, now }))
  }

  async fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]> {
    return this.#with(index, (searcher) => searcher.fingerprintsOf(images))
  }

  memoryBytes(index: number): number {
    return this.#open.get(index)?.memoryBytes ?? 0
  }

  async close(): Promise<void> {
    for (const index of this.#lives.keys()) this.forget(index)
  }

  async #shown(
    index: number,
    life: Life,
    layout: IndexLayout,
    snapshot: Snapshot,
  ): Promise<IndexSearcher> {
    // A snapshot that could not be opened does not prevent the next one.
    const known = await life.searcher?.catch(() => undefined)
    const searcher = known ?? (await this.#opened(layout))
    try {
      // The index was dropped, and its files may belong to its successor.
      if (life.isOver) throw new IndexAbsentError(index)
      searcher.show(snapshot)
    } catch (error) {
      searcher.close()
      throw error
    }
    return searcher
  }

  async #opened(layout: IndexLayout): Promise<IndexSearcher> {
    const analyzers = await this.#analyzers.analyzersOf(layout)
    return new IndexSearcher(layout, analyzers, this.#cache, this.#groupBounds)
  }

  /** Resolves when the snapshot is open; messages that follow wait for it. */
  async #shownNext(
    index: number,
    searcher: IndexSearcher,
    snapshot: Snapshot,
  ): Promise<IndexSearcher> {
    try {
      searcher.show(snapshot)
    } catch (error) {
      this.#open.delete(index)
      searcher.close()
      throw error
    }
    return searcher
  }

  #search(searcher: IndexSearcher, search: AskedSearch, deadline: number): FoundRows {
    const { look } = this.#interruptions
    const outer = this.#deadline
    this.#cache.nextTurn()
    const { now, check } = this.#until(deadline, outer)
    // Interruptions do not run before each disk read: a reader is in the middle of something there.
    const checkAll = (): void => {
      check()
      look()
    }
    this.#deadline = Math.min(deadline, outer)
    try {
      return this.#interruptions.during(() =>
        this.#cache.inTime(check, () => searcher.search(search, { now, check: checkAll })),
      )
    } finally {
      this.#deadline = outer
    }
  }

  async #with<T>(index: number, work: (searcher: IndexSearcher) => T): Promise<T> {
    const searcher = await this.#lives.get(index)?.searcher
    if (searcher === undefined) throw new IndexAbsentError(index)
    return this.#on(index, searcher, () => work(searcher))
  }

  #on<T>(index: number, { version }: IndexSearcher, work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#fail(index, version, error)
      throw error
    }
  }

  #fail(index: number, version: number, error: unknown): void {
    if (error instanceof SegmentDamagedError) this.#events.damaged(index, version, error)
  }

  #until(deadline: number, outer: number): SearchTime {
    const check = (): void => {
      const now = this.#clock.monotonic()
      if (now >= deadline) throw errors.timeout()
      if (now >= outer) throw new HeldUpError()
      this.#memory?.look(now)
    }
    check()
    return { now: this.#clock.now(), check }
  }
}

/** The search that was interrupted has reached its deadline, so the interrupting one ends, too. */
class HeldUpError extends Error {}

/** An index from its first snapshot until it is dropped. */
interface Life {
  /** The searcher of its latest snapshot, or the promise of one. */
  searcher: Promise<IndexSearcher> | undefined
  isOver: boolean
}
