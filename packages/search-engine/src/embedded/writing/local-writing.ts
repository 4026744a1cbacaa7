import { join } from 'node:path'
import type { Clock, Files } from '@rowhouse/platform'
import { IndexAbsentError, type IndexDamagedError } from '../../indexes/index-errors.js'
import { IndexFolder } from '../../indexes/index-folder.js'
import { searchEngineLimits } from '../../limits.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import type { FeedStart, ImageBatch, IndexDefinition, IndexFigures } from '../../search-engine.js'
import { type AnalyzerSource, createAnalyzerSource } from '../analyzer-source.js'
import { damageOf, isDamage } from '../damage.js'
import { type GivenBatch, givenImages } from './given-batch.js'
import { IndexCore } from './index-core.js'
import type { MergingThread } from '../merging/merging-thread-link.js'
import { packedFormat } from '../packed-format.js'
import type { WritingEvents, WritingSide } from './sides.js'

export interface LocalWritingOptions {
  readonly files: Files
  readonly directory: string
  /** Whether `files` are the operating system's, which threads can read by path. */
  readonly isOnDisk: boolean
  readonly clock: Clock
  /** The budget of segments in memory, over all indexes. */
  readonly memoryBytes: number
  /** The budget of sections that merges read. */
  readonly cacheBytes: number
  /** The most bytes that are merged into one segment, which bounds the memory of a merge. */
  readonly mergeBytesMax?: number
  /** Runs the merges, and is closed with the rest. Undefined: merges run here. */
  readonly merging?: MergingThread
}

/** An index is open, damaged, or being opened. */
type State =
  | { readonly kind: 'open'; readonly core: IndexCore }
  | {
      readonly kind: 'damaged'
      readonly problem: IndexDamagedError
      readonly core: IndexCore | undefined
    }

/** The writing side in the caller's thread. */
export class LocalWriting implements WritingSide {
  readonly #options: LocalWritingOptions
  readonly #events: Omit<WritingEvents, 'reset'>
  readonly #analyzers: AnalyzerSource = createAnalyzerSource()
  readonly #cache: SectionCache
  readonly #states = new Map<number, State>()
  /** Creating and dropping one index happen one after the other. */
  readonly #turns = new Map<number, Promise<unknown>>()

  constructor(options: LocalWritingOptions, events: Omit<WritingEvents, 'reset'>) {
    this.#options = options
    this.#events = events
    // A merge that runs here reads all of its sources. Otherwise only a few keys are looked up, in
    // all segments.
    this.#cache = new SectionCache(options.cacheBytes, options.merging !== undefined)
  }

  create(index: IndexDefinition): Promise<FeedStart> {
    return this.#inTurn(index.id, async () => {
      if (!this.#states.has(index.id)) await this.#open(index)
      return this.#core(index.id).start()
    })
  }

  drop(index: number): Promise<void> {
    return this.#inTurn(index, async () => {
      const state = this.#states.get(index)
      this.#states.delete(index)
      this.#events.gone(index, undefined)
      await state?.core?.close()
      await this.#folder(index).clear()
    })
  }

  async apply(index: number, { images, position, note }: ImageBatch): Promise<void> {
    await this.take(index, { images: givenImages(images), position, note })
  }

  async take(index: number, batch: GivenBatch): Promise<void> {
    await this.#guarded(index, (core) => core.apply(batch))
  }

  async refresh(index: number): Promise<void> {
    await this.#guarded(index, (core) => core.refresh())
  }

  searchable(index: number): Promise<void> {
    return this.refresh(index)
  }

  async commit(index: number): Promise<void> {
    await this.refresh(index)
    const core = this.#core(index)
    // A failure from here on is the disk's, and can be retried.
    await core.commit().catch((error: unknown) => {
      throw this.#endOf(index, core) ?? error
    })
  }

  async describe(index: number): Promise<IndexFigures> {
    const state = this.#states.get(index)
    if (state === undefined) throw new IndexAbsentError(index)
    if (state.kind === 'open') {
      const figures = state.core.figures()
      const cached = this.#cache.bytesBelow(this.#folder(index).segmentsPrefix)
      return { ...figures, memoryBytes: figures.memoryBytes + cached }
    }
    const figures = state.core?.figures() ?? NO_FIGURES
    return { ...figures, state: 'damaged', problem: state.problem.message }
  }

  damage(index: number, problem: Error): void {
    const state = this.#states.get(index)
    if (state?.kind !== 'open') return
    const { core } = state
    const damaged = damageOf(problem)
    this.#states.set(index, { kind: 'damaged', problem: damaged, core })
    this.#events.gone(index, damaged)
    void core.close()
  }

  seen(index: number, version: number): void {
    const state = this.#states.get(index)
    if (state?.kind === 'open') state.core.seen(version)
  }

  async close(): Promise<void> {
    // What is not merged yet can be merged another time.
    await this.#options.merging?.close()
    for (const [index, state] of this.#states) {
      await this.#turns.get(index)
      if (state.kind !== 'open') continue
      await state.core.commit().catch(() => undefined)
      await state.core.close()
    }
    this.#states.clear()
  }

  async #open(definition: IndexDefinition): Promise<void> {
    const { id, layout } = definition
    const analyzers = await this.#analyzers.analyzersOf(layout)
    try {
      const core = await IndexCore.open({
        definition,
        folder: this.#folder(id),
        format: packedFormat(layout, analyzers, this.#cache),
        events: {
          shown: (snapshot) => {
            this.#cache.nextTurn()
            this.#events.shown(id, layout, snapshot)
          },
          durable: (position) => this.#events.durable(id, position),
          damaged: (problem) => this.damage(id, problem),
        },
        merging: this.#options.merging,
        firstVersion: this.#options.clock.now(),
        excessBytes: () => this.#memoryBytes() - this.#options.memoryBytes,
        headroomBytes: this.#options.memoryBytes / MEMORY_HEADROOMS,
        sealBytes: sealBytesOf(this.#options.memoryBytes),
        mergeBytesMax: this.#options.mergeBytesMax ?? Number.POSITIVE_INFINITY,
        memoryMergeBytes: Math.min(
          searchEngineLimits.SEARCH_MEMORY_MERGE_BYTES,
          this.#options.memoryBytes / MEMORY_MERGES,
        ),
      })
      this.#states.set(id, { kind: 'open', core })
      core.resumeMerges()
    } catch (error) {
      if (!isDamage(error)) throw error
      const problem = damageOf(error)
      this.#states.set(id, { kind: 'damaged', problem, core: undefined })
      this.#events.gone(id, problem)
    }
  }

  #folder(index: number): IndexFolder {
    const { files, directory, isOnDisk } = this.#options
    return new IndexFolder(files, join(directory, String(index)), isOnDisk)
  }

  #core(index: number): IndexCore {
    const state = this.#states.get(index)
    if (state === undefined) throw new IndexAbsentError(index)
    if (state.kind === 'damaged') throw state.problem
    return state.core
  }

  /** Runs work in memory: a failure leaves the index in an unknown state. */
  async #guarded(index: number, work: (core: IndexCore) => Promise<void>): Promise<void> {
    const core = this.#core(index)
    try {
      await work(core)
    } catch (error) {
      const end = this.#endOf(index, core)
      if (end !== undefined || !(error instanceof Error)) throw end ?? error
      this.damage(index, error)
      throw this.#endOf(index, core) ?? error
    }
  }

  /** The error if this is no longer the open index; undefined while it is. */
  #endOf(index: number, core: IndexCore): Error | undefined {
    const state = this.#states.get(index)
    if (state?.core !== core) return new IndexAbsentError(index)
    return state.kind === 'damaged' ? state.problem : undefined
  }

  #memoryBytes(): number {
    let bytes = 0
    for (const state of this.#states.values()) {
      if (state.kind === 'open') bytes += state.core.memoryBytes
    }
    return bytes
  }

  #inTurn<T>(index: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(index) ?? Promise.resolve()
    const turn = before.then(work)
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(index, settled)
    void settled.then(() => {
      if (this.#turns.get(index) === settled) this.#turns.delete(index)
    })
    return turn
  }
}

/** With little memory, segments are small, too. */
function sealBytesOf(memoryBytes: number): number {
  const { SEARCH_SEAL_BYTES, SEARCH_SEAL_BYTES_MIN } = searchEngineLimits
  return Math.max(SEARCH_SEAL_BYTES_MIN, Math.min(SEARCH_SEAL_BYTES, memoryBytes / MEMORY_SEALS))
}

/** The images that wait for one index may take this part of the segments' budget. */
const MEMORY_SEALS = 4
/** The headroom for evictions in time, as a part of the same budget. */
const MEMORY_HEADROOMS = 4
/** The sources of one merge in memory may take this part of the same budget. */
const MEMORY_MERGES = 4

const NO_FIGURES: IndexFigures = {
  state: 'damaged',
  problem: '',
  applied: 0,
  searchable: 0,
  durable: 0,
  rows: 0,
  bytes: 0,
  memoryBytes: 0,
  segments: 0,
  isMerging: false,
  misfits: new Map(),
}
