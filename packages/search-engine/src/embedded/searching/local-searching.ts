import { type SearchHit, type SearchQuery, errors } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import { IndexAbsentError } from '../../indexes/index-errors.js'
import { searchEngineLimits } from '../../limits.js'
import type { GroupBounds } from '../../queries/query.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'
import type { CompletedRow, FoundRows, RowFingerprint, RowImage } from '../../search-engine.js'
import { createAnalyzerSource } from '../analyzer-source.js'
import { IndexSearcher, type SearchTime } from './index-searcher.js'
import type { Interruptions } from './interruptions.js'
import { SearchingMemory, type ThreadMemory } from './searching-memory.js'
import type { SearchingEvents, SearchingSide } from '../writing/sides.js'
import type { Snapshot } from '../snapshot.js'

/** What groups of one search may take, as a part of what the cache may. */
const GROUPS_SHARE = 2

type Interruptible = Pick<Interruptions<unknown>, 'during' | 'look'>

/** Where searches are done one after the other. */
const NEVER: Interruptible = { during: (work) => work(), look: () => undefined }

/** The searching side in this thread. */
export class LocalSearching implements SearchingSide {
  readonly #clock: Clock
  readonly #events: SearchingEvents
  readonly #cache: SectionCache
  readonly #memory: SearchingMemory | undefined
  readonly #groupBounds: GroupBounds
  #interruptions: Interruptible = NEVER
  /** Of the search that goes on. */
  #deadline = Number.POSITIVE_INFINITY
  readonly #analyzers = createAnalyzerSource()
  readonly #lives = new Map<number, Life>()
  /** Those that show something, the last that came. */
  readonly #open = new Map<number, IndexSearcher>()

  /** `memory`: of a thread that only searches, which then holds no more than `cacheBytes` in all. */
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

  /** Lets others in, in the middle of searches. */
  letIn(interruptions: Interruptible): void {
    this.#interruptions = interruptions
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    const life: Life = this.#lives.get(index) ?? { searcher: undefined, isOver: false }
    this.#lives.set(index, life)
    const { version } = snapshot
    const open = this.#open.get(index)
    // One that is open shows it at once, also in the middle of a search.
    const after =
      open === undefined
        ? this.#shown(index, life, layout, snapshot)
        : this.#shownNext(index, open, snapshot)
    life.searcher = after
    after.then(
      (searcher) => {
        if (life.isOver) return
        // What was to be shown after it is on its way, and comes before all that is still to come.
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

  async search(index: number, search: SearchQuery, timeoutMs: number): Promise<FoundRows> {
    const deadline = this.#clock.monotonic() + timeoutMs
    return this.#with(index, (searcher) => this.#search(searcher, search, deadline))
  }

  /**
   * In the middle of another search. Undefined where that cannot be: the index is still being opened, or
   * the other's time is up before this one ends.
   */
  searchNow(index: number, search: SearchQuery, timeoutMs: number): FoundRows | undefined {
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
  ): Promise<readonly Uint8Array[]> {
    return this.#with(index, (searcher) => searcher.keys({ after, limit, now: this.#clock.now() }))
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
    // One that could not be shown does not stand in the way of the next.
    const known = await life.searcher?.catch(() => undefined)
    const searcher = known ?? (await this.#opened(layout))
    try {
      // Its files may be those of the index after it by now.
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

  /** Done when it answers, before anything else that comes. */
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

  #search(searcher: IndexSearcher, search: SearchQuery, deadline: number): FoundRows {
    const { look } = this.#interruptions
    const outer = this.#deadline
    this.#cache.nextTurn()
    const { now, check } = this.#until(deadline, outer)
    // Not before each look at the disk: readers are in the middle of something there.
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

/** The time of the search in whose middle this one is has come to its end: that one must, too. */
class HeldUpError extends Error {}

/** An index from the first snapshot that is shown of it until it is forgotten. */
interface Life {
  /** Shows the last of its snapshots, or will. */
  searcher: Promise<IndexSearcher> | undefined
  isOver: boolean
}
