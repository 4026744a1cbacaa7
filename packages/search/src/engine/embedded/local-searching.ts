import { type SearchHit, type SearchQuery, errors } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/engine'
import { IndexAbsentError } from '../../indexes/index-errors.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'
import type { CompletedRow, FoundRows, RowFingerprint, RowImage } from '../search-engine.js'
import { createAnalyzerSource } from './analyzer-source.js'
import { IndexSearcher, type SearchTime } from './index-searcher.js'
import { SearchingMemory, type ThreadMemory } from './searching-memory.js'
import type { SearchingEvents, SearchingSide } from './sides.js'
import type { Snapshot } from './snapshot.js'

/** The searching side in this thread. */
export class LocalSearching implements SearchingSide {
  readonly #clock: Clock
  readonly #events: SearchingEvents
  readonly #cache: SectionCache
  readonly #memory: SearchingMemory | undefined
  readonly #analyzers = createAnalyzerSource()
  readonly #lives = new Map<number, Life>()
  /** Those that show something. */
  readonly #open = new Map<number, IndexSearcher>()

  /** `memory`: of a thread that does nothing but search, which then holds no more than `cacheBytes` in all. */
  constructor(clock: Clock, cacheBytes: number, events: SearchingEvents, memory?: ThreadMemory) {
    this.#clock = clock
    this.#events = events
    this.#cache = new SectionCache(cacheBytes, true)
    this.#memory = memory && new SearchingMemory(this.#cache, memory)
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    const life: Life = this.#lives.get(index) ?? { searcher: undefined, isOver: false }
    this.#lives.set(index, life)
    const { version } = snapshot
    const after = this.#shown(index, life, layout, snapshot)
    life.searcher = after
    after.then(
      (searcher) => {
        if (life.isOver) return
        this.#open.set(index, searcher)
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
    return this.#with(index, (searcher) => {
      this.#cache.nextTurn()
      const time = this.#until(deadline)
      return this.#cache.inTime(time.check, () => searcher.search(search, time))
    })
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
    const searcher =
      known ?? new IndexSearcher(layout, await this.#analyzers.analyzersOf(layout), this.#cache)
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

  async #with<T>(index: number, work: (searcher: IndexSearcher) => T): Promise<T> {
    const searcher = await this.#lives.get(index)?.searcher
    if (searcher === undefined) throw new IndexAbsentError(index)
    try {
      return work(searcher)
    } catch (error) {
      this.#fail(index, searcher.version, error)
      throw error
    }
  }

  #fail(index: number, version: number, error: unknown): void {
    if (error instanceof SegmentDamagedError) this.#events.damaged(index, version, error)
  }

  #until(deadline: number): SearchTime {
    const check = (): void => {
      const now = this.#clock.monotonic()
      if (now >= deadline) throw errors.timeout()
      this.#memory?.look(now)
    }
    check()
    return { now: this.#clock.now(), check }
  }
}

/** An index from the first snapshot that is shown of it until it is forgotten. */
interface Life {
  /** Shows the last of its snapshots, or will. */
  searcher: Promise<IndexSearcher> | undefined
  isOver: boolean
}
