import { Calls, Thread } from '@rowhouse/platform'
import { errors } from '@rowhouse/protocol'
import {
  IndexAbsentError,
  IndexResetError,
  IndexingEndedError,
} from '../../indexes/index-errors.js'
import { searchEngineLimits } from '../../limits.js'
import type { FeedStart, ImageBatch, IndexDefinition, IndexFigures } from '../../search-engine.js'
import { damageOf } from '../damage.js'
import { encodeImages } from '../../images/image-batch.js'
import { sharedMemoryGarbage } from '../threads/shared-memory-garbage.js'
import type { WritingEvents, WritingSide } from './sides.js'
import type { FromIndexing, IndexingSetup, ToIndexing } from '../threads/thread-messages.js'
import { fromWire, toWire } from '../threads/wire-error.js'

/**
 * The writing side in a thread of its own. When the thread ends, a new one opens what was durable.
 */
export class RemoteWriting implements WritingSide {
  readonly #events: WritingEvents
  readonly #thread: Thread<ToIndexing, FromIndexing>
  readonly #calls = new Calls()
  readonly #known = new Map<number, Known>()
  readonly #bytesMax: number
  /** The bytes of images that the thread has not taken in yet. */
  #bytes = 0
  /** Feeders under back-pressure, which wait until fewer bytes are on their way. */
  #waiting: (() => void)[] = []
  readonly #garbage = sharedMemoryGarbage()

  constructor(entry: URL, setup: IndexingSetup, events: WritingEvents) {
    this.#events = events
    const share = Math.max(setup.memoryBytes / MEMORY_BATCHES, APPLY_BYTES_MIN)
    this.#bytesMax = Math.min(share, searchEngineLimits.SEARCH_APPLY_BYTES_MAX)
    this.#thread = new Thread({
      entry,
      setup: { kind: 'start', setup },
      onMessage: (message) => this.#hear(message),
      onEnd: (error) => this.#lose(error),
      onStart: () => this.#openAgain(),
    })
  }

  async create(definition: IndexDefinition): Promise<FeedStart> {
    const index = definition.id
    const fresh = { definition, problem: undefined, isReset: false, bytes: 0, reopening: undefined }
    const known = this.#known.get(index) ?? fresh
    this.#known.set(index, known)
    const start = await this.#call((call) => ({ kind: 'create', call, index, definition }))
    known.isReset = false
    return asStart(start)
  }

  async drop(index: number): Promise<void> {
    this.#known.get(index)?.reopening?.end()
    this.#known.delete(index)
    this.#garbage.forget(index)
    await this.#call((call) => ({ kind: 'drop', call, index }))
  }

  /**
   * Resolves as soon as few enough bytes are on their way; a later failure rejects the next call.
   */
  async apply(index: number, { images, position, note }: ImageBatch): Promise<void> {
    const known = this.#check(index)
    const bytes = images instanceof Uint8Array ? images : encodeImages(images)
    // The buffer is detached once it is sent.
    const { length } = bytes
    this.#bytes += length
    known.bytes += length
    const taken = this.#call(
      (call) => ({ kind: 'apply', call, index, images: bytes, position, note }),
      [bytes.buffer],
    ).finally(() => {
      this.#bytes -= length
      known.bytes -= length
      for (const go of this.#waiting.splice(0)) go()
    })
    taken.catch(() => undefined)
    while (this.#isMuch(known)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#check(index)
  }

  async refresh(index: number): Promise<void> {
    this.#check(index)
    await this.#call((call) => ({ kind: 'refresh', call, index }))
  }

  async searchable(index: number): Promise<void> {
    this.#find(index)
    await this.#ask(index, (call) => ({ kind: 'refresh', call, index }))
  }

  async commit(index: number): Promise<void> {
    this.#check(index)
    await this.#call((call) => ({ kind: 'commit', call, index }))
  }

  async describe(index: number): Promise<IndexFigures> {
    const figures = await this.#ask(index, (call) => ({ kind: 'describe', call, index }))
    return asFigures(figures)
  }

  damage(index: number, problem: Error): void {
    const known = this.#known.get(index)
    if (known === undefined || known.problem !== undefined) return
    known.problem = damageOf(problem)
    this.#thread.send({ kind: 'damage', index, problem: toWire(problem) })
    this.#events.gone(index, known.problem)
  }

  seen(index: number, version: number): void {
    this.#thread.send({ kind: 'seen', index, version })
  }

  async close(): Promise<void> {
    await this.#call((call) => ({ kind: 'close', call, index: 0 })).catch(() => undefined)
    await this.#thread.stop()
    this.#calls.failAll(new Error('the search engine is closed'))
    for (const { reopening } of this.#known.values()) reopening?.end()
  }

  /** Changes nothing, so that the next thread is asked again when this one ends, once it has the index. */
  async #ask(index: number, make: (call: number) => ToIndexing): Promise<unknown> {
    await this.#known.get(index)?.reopening?.ended
    try {
      return await this.#call(make)
    } catch (error) {
      const reopening = this.#known.get(index)?.reopening
      if (!(error instanceof IndexingEndedError) || reopening === undefined) throw error
      await reopening.ended
      return this.#call(make)
    }
  }

  async #call(make: (call: number) => ToIndexing, moved: ArrayBuffer[] = []): Promise<unknown> {
    if (!this.#thread.isRunning) throw errors.serverBusy()
    return this.#calls.make((call) => this.#thread.send(make(call), moved))
  }

  /**
   * Whether too many bytes are on their way and this index has more than its share: no index waits
   * for another's merges.
   */
  #isMuch({ bytes }: Known): boolean {
    return this.#bytes > this.#bytesMax && bytes > this.#bytesMax / this.#known.size
  }

  #find(index: number): Known {
    const known = this.#known.get(index)
    if (known === undefined) throw new IndexAbsentError(index)
    if (known.problem !== undefined) throw known.problem
    return known
  }

  #check(index: number): Known {
    const known = this.#find(index)
    if (known.isReset) throw new IndexResetError(index)
    return known
  }

  #hear(message: FromIndexing): void {
    switch (message.kind) {
      case 'answer':
        this.#calls.answer(message.call, message.value)
        return
      case 'failed':
        this.#calls.fail(message.call, fromWire(message.error))
        return
      case 'shown':
        this.#show(message)
        return
      case 'gone':
        this.#end(message)
        return
      case 'durable':
        this.#events.durable(message.index, message.position)
    }
  }

  #show({ index, snapshot }: Extract<FromIndexing, { readonly kind: 'shown' }>): void {
    const known = this.#known.get(index)
    if (known === undefined) return
    this.#events.shown(index, known.definition.layout, snapshot)
    this.#garbage.shown(index, snapshot)
  }

  #end({ index, problem }: Extract<FromIndexing, { readonly kind: 'gone' }>): void {
    const known = this.#known.get(index)
    const error = problem && fromWire(problem)
    if (known !== undefined) known.problem = error
    this.#events.gone(index, error)
  }

  #lose(error: Error): void {
    for (const known of this.#known.values()) {
      known.isReset = true
      known.reopening ??= createReopening()
    }
    this.#calls.failAll(new IndexingEndedError(error))
  }

  #openAgain(): void {
    for (const [index, known] of this.#known) {
      const { definition } = known
      const opened = (): void => {
        known.reopening?.end()
        known.reopening = undefined
      }
      this.#call((call) => ({ kind: 'create', call, index, definition })).then(
        (start) => {
          opened()
          this.#events.reset(index, asStart(start))
        },
        (error: unknown) => {
          // The feeder learns of it at the next call. A thread that ends as well is followed by another.
          if (!(error instanceof IndexingEndedError)) opened()
        },
      )
    }
  }
}

/** The images on their way may take this part of the segments' budget. */
const MEMORY_BATCHES = 8
/** The minimum for that. */
const APPLY_BYTES_MIN = 1_048_576

interface Known {
  readonly definition: IndexDefinition
  /** Why it accepts no images and is not searched. */
  problem: Error | undefined
  /** Whether its feeder still has to learn that it must begin again. */
  isReset: boolean
  /** The bytes of its images that the thread has not taken in yet. */
  bytes: number
  /** While a new thread has not opened it yet. */
  reopening: Reopening | undefined
}

interface Reopening {
  readonly ended: Promise<void>
  readonly end: () => void
}

function createReopening(): Reopening {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { ended, end }
}

function asStart(value: unknown): FeedStart {
  if (typeof value !== 'object' || value === null) throw new Error('a start is an object')
  if (!('position' in value) || !('note' in value)) throw new Error('a start has a position')
  const { position, note } = value
  if (typeof position !== 'number' || !(note instanceof Uint8Array)) {
    throw new Error('a start has a position and a note')
  }
  return { position, note: Buffer.from(note) }
}

function asFigures(value: unknown): IndexFigures {
  if (isFigures(value)) return value
  throw new Error('these are no figures of an index')
}

/** The other thread runs the same program, so one look at the type is enough. */
function isFigures(value: unknown): value is IndexFigures {
  return typeof value === 'object' && value !== null && 'misfits' in value
}
