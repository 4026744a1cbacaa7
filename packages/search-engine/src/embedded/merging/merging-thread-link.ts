import { Calls, Thread } from '@rowhouse/platform'
import type { MergeResult } from '../../indexes/index-writer.js'
import type { IndexPart } from '../../indexes/part-builder.js'
import { unpackKeys } from '../threads/packed-keys.js'
import type {
  FromMerging,
  MergeTask,
  PackedPart,
  PartsTask,
  ToMerging,
} from '../threads/thread-messages.js'
import { fromWire } from '../threads/wire-error.js'

/** The merging thread has ended: only the merge is lost, and it can be done again. */
export class MergeLostError extends Error {
  override readonly name = 'MergeLostError'
}

export interface RemoteMerge {
  /** Rejects with MergeLostError. */
  readonly done: Promise<MergeResult>
  /** The merge may end early then, with a meaningless answer. */
  readonly stop: () => void
}

/** Parts that the thread makes of packed images. */
export interface RemoteParts {
  add(images: Uint8Array): void
  /** No more images follow. */
  finish(): void
  stop(): void
  /** The listener is called for each batch that was taken in. */
  onTaken(listener: () => void): void
  /** The memory that they take there. */
  readonly memoryBytes: number
  readonly done: Promise<readonly IndexPart[]>
}

/** The thread that merges the segments of all indexes, as its owner sees it. */
export class MergingThread {
  readonly #entry: URL
  readonly #cacheBytes: number
  readonly #takesIn: boolean
  /** Started by the first merge. */
  #thread: Thread<ToMerging, FromMerging> | undefined
  readonly #calls = new Calls()
  readonly #parts = new Map<number, PartsCall>()
  /** The merges that it has not answered yet. */
  #merges = 0
  #isClosed = false

  constructor(entry: URL, cacheBytes: number, takesIn: boolean) {
    this.#entry = entry
    this.#cacheBytes = cacheBytes
    this.#takesIn = takesIn
  }

  merge(task: MergeTask): RemoteMerge {
    const thread = this.#running()
    if (thread === undefined) {
      const done = Promise.reject(new MergeLostError('the thread that merges has ended'))
      return { done, stop: () => undefined }
    }
    let number = 0
    this.#merges += 1
    const answer = this.#calls.make((call) => {
      number = call
      thread.send({ kind: 'merge', call, task })
    })
    const done = answer.finally(() => {
      this.#merges -= 1
    })
    return {
      done: done.then(asResult),
      stop: () => thread.send({ kind: 'stop', call: number }),
    }
  }

  /**
   * Undefined while there is no such thread or it merges, since the parts would wait for the steps
   * of a large merge. Always undefined where the other threads keep all cores busy.
   */
  makeParts(task: PartsTask): RemoteParts | undefined {
    if (!this.#takesIn || this.#merges > 0) return undefined
    const thread = this.#running()
    if (thread === undefined) return undefined
    let number = 0
    const answer = this.#calls.make((call) => {
      number = call
      thread.send({ kind: 'parts', call, task })
    })
    const parts = new PartsCall(thread, number, answer.then(asParts), () =>
      this.#calls.fail(number, new MergeLostError('nobody wants its parts')),
    )
    this.#parts.set(number, parts)
    const forget = (): boolean => this.#parts.delete(number)
    parts.done.then(forget, forget)
    return parts
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.stop()
    this.#calls.failAll(new MergeLostError('the thread that merges is closed'))
  }

  #running(): Thread<ToMerging, FromMerging> | undefined {
    if (this.#isClosed) return undefined
    this.#thread ??= this.#start()
    return this.#thread.isRunning ? this.#thread : undefined
  }

  #start(): Thread<ToMerging, FromMerging> {
    return new Thread({
      entry: this.#entry,
      setup: { kind: 'start', cacheBytes: this.#cacheBytes },
      onMessage: (message) => this.#hear(message),
      onEnd: (error) => this.#calls.failAll(new MergeLostError(error.message)),
      onStart: () => undefined,
    })
  }

  #hear(message: FromMerging): void {
    switch (message.kind) {
      case 'merged':
        this.#calls.answer(message.call, message.result)
        return
      case 'made':
        this.#calls.answer(message.call, message.parts)
        return
      case 'took':
        this.#parts.get(message.call)?.took(message.memoryBytes)
        return
      case 'failed':
        this.#calls.fail(message.call, fromWire(message.error))
    }
  }
}

class PartsCall implements RemoteParts {
  memoryBytes = 0
  readonly done: Promise<readonly IndexPart[]>
  readonly #thread: Thread<ToMerging, FromMerging>
  readonly #call: number
  readonly #abandon: () => void
  #listener: () => void = () => undefined

  constructor(
    thread: Thread<ToMerging, FromMerging>,
    call: number,
    done: Promise<readonly IndexPart[]>,
    abandon: () => void,
  ) {
    this.#thread = thread
    this.#call = call
    this.done = done
    this.#abandon = abandon
  }

  /** Sends a copy, because the thread may end before it has made anything of it. */
  add(images: Uint8Array): void {
    const copy = new Uint8Array(images)
    this.#thread.send({ kind: 'images', call: this.#call, images: copy }, [copy.buffer])
  }

  finish(): void {
    this.#thread.send({ kind: 'images', call: this.#call, images: undefined })
  }

  stop(): void {
    this.#thread.send({ kind: 'stop', call: this.#call })
    this.#abandon()
  }

  onTaken(listener: () => void): void {
    this.#listener = listener
  }

  took(memoryBytes: number): void {
    this.memoryBytes = memoryBytes
    this.#listener()
  }
}

/** The other thread runs the same program, so one look at the type is enough. */
function asResult(value: unknown): MergeResult {
  if (isResult(value)) return value
  throw new Error('a merge is answered with its result')
}

function isResult(value: unknown): value is MergeResult {
  return typeof value === 'object' && value !== null && 'places' in value
}

function asParts(value: unknown): readonly IndexPart[] {
  if (!Array.isArray(value)) throw new Error('parts are a list')
  return value.map((part: unknown) => {
    if (!isPackedPart(part)) throw new Error('a part has what it removes')
    return { content: part.content, removed: unpackKeys(part.removed) }
  })
}

function isPackedPart(value: unknown): value is PackedPart {
  return typeof value === 'object' && value !== null && 'removed' in value
}
