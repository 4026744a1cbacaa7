import type { SearchHit, SearchQuery } from '@rowhouse/protocol'
import type {
  AskedSearch,
  CompletedRow,
  FeedStart,
  FoundRows,
  ImageBatch,
  IndexDefinition,
  IndexFigures,
  RowFingerprint,
  RowImage,
  SearchEngine,
} from '../search-engine.js'
import { SegmentDamagedError } from '../segments/read/segment-damaged-error.js'
import { damageOf } from './damage.js'
import type { SearchingEvents, SearchingSide, WritingEvents, WritingSide } from './writing/sides.js'

export interface Sides {
  readonly writing: (events: WritingEvents) => WritingSide
  readonly searching: (events: SearchingEvents) => SearchingSide
}

/** One side writes indexes, the other searches the snapshots that the first publishes. */
export class EmbeddedSearchEngine implements SearchEngine {
  readonly #writing: WritingSide
  readonly #searching: SearchingSide
  readonly #onDurable: ((index: number, position: number) => void)[] = []
  readonly #onReset: ((index: number, start: FeedStart) => void)[] = []
  /** The searchable indexes, and the version that each began with. */
  readonly #shown = new Map<number, number>()

  constructor({ writing, searching }: Sides) {
    this.#searching = searching({
      seen: (index, version) => this.#writing.seen(index, version),
      damaged: (index, version, problem) => {
        // A report about an earlier index of the same number, dropped since, does not count.
        const first = this.#shown.get(index) ?? Number.POSITIVE_INFINITY
        if (version >= first) this.#writing.damage(index, problem)
      },
    })
    this.#writing = writing({
      shown: (index, layout, snapshot) => {
        if (!this.#shown.has(index)) this.#shown.set(index, snapshot.version)
        this.#searching.show(index, layout, snapshot)
      },
      gone: (index) => {
        this.#shown.delete(index)
        this.#searching.forget(index)
      },
      durable: (index, position) => {
        for (const listener of this.#onDurable) listener(index, position)
      },
      reset: (index, start) => {
        for (const listener of this.#onReset) listener(index, start)
      },
    })
  }

  create(index: IndexDefinition): Promise<FeedStart> {
    return this.#writing.create(index)
  }

  drop(index: number): Promise<void> {
    return this.#writing.drop(index)
  }

  apply(index: number, batch: ImageBatch): Promise<void> {
    return this.#writing.apply(index, batch)
  }

  refresh(index: number): Promise<void> {
    return this.#writing.refresh(index)
  }

  commit(index: number): Promise<void> {
    return this.#writing.commit(index)
  }

  async search(index: number, search: AskedSearch, timeoutMs: number): Promise<FoundRows> {
    return this.#searched(index, () => this.#searching.search(index, search, timeoutMs))
  }

  async highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]> {
    return this.#searched(index, () => this.#searching.highlight(index, search, rows))
  }

  async describe(index: number): Promise<IndexFigures> {
    const figures = await this.#writing.describe(index)
    const memoryBytes = figures.memoryBytes + this.#searching.memoryBytes(index)
    return { ...figures, memoryBytes }
  }

  async keys(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
    every?: number,
  ): Promise<readonly Uint8Array[]> {
    return this.#searched(index, () => this.#searching.keys(index, after, limit, every))
  }

  async fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]> {
    return this.#searched(index, () => this.#searching.fingerprints(index, after, limit))
  }

  async fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]> {
    return this.#searched(index, () => this.#searching.fingerprintsOf(index, images))
  }

  onDurable(listener: (index: number, position: number) => void): void {
    this.#onDurable.push(listener)
  }

  onReset(listener: (index: number, start: FeedStart) => void): void {
    this.#onReset.push(listener)
  }

  async close(): Promise<void> {
    await this.#writing.close()
    await this.#searching.close()
  }

  /** Damage found by a search damages the index: every other call then answers the same error. */
  async #searched<T>(index: number, work: () => Promise<T>): Promise<T> {
    if (!this.#shown.has(index)) await this.#writing.searchable(index)
    try {
      return await work()
    } catch (error) {
      if (error instanceof SegmentDamagedError) throw damageOf(error)
      throw error
    }
  }
}
