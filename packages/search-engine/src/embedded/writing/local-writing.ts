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
  /** Whether `files` are those of the operating system, which threads may read by path. */
  readonly isOnDisk: boolean
  readonly clock: Clock
  /** For segments in memory, those of all indexes. */
  readonly memoryBytes: number
  /** For sections that merges read. */
  readonly cacheBytes: number
  /** What is merged into one segment, at the most, for the memory that a merge takes. */
  readonly mergeBytesMax?: number
  /** Does the merges; closed with the rest. Undefined: they are done here. */
  readonly merging?: MergingThread
}

/** An index is open, or damaged, or in the middle of becoming one of them. */
type State =
  | { readonly kind: 'open'; readonly core: IndexCore }
  | {
      readonly kind: 'damaged'
      readonly problem: IndexDamagedError
      readonly core: IndexCore | undefined
    }

/** The writing side in this thread. */
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
    // Merges that are done here read all of their sources. Else a few keys are looked up, in all segments.
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

  async commit(index: number): Promise<void> {
    await this.refresh(index)
    const core = this.#core(index)
    // What goes wrong from here on is the disk's, and can be tried again.
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

  /** Work in memory alone: what goes wrong leaves the index in a state that nobody knows. */
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

  /** Why nothing is asked of it any more; undefined while it is the index. */
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

/** With little memory segments are small, too. */
function sealBytesOf(memoryBytes: number): number {
  const { SEARCH_SEAL_BYTES, SEARCH_SEAL_BYTES_MIN } = searchEngineLimits
  return Math.max(SEARCH_SEAL_BYTES_MIN, Math.min(SEARCH_SEAL_BYTES, memoryBytes / MEMORY_SEALS))
}

/** What waits of one index may take of all that segments may. */
const MEMORY_SEALS = 4
/** What is to be let go of in time, of the same. */
const MEMORY_HEADROOMS = 4
/** What the sources of one merge in memory may take of all that segments may. */
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
  misfits: new Map(),
}
