import type { MergeResult } from '../../indexes/index-writer.js'
import { Calls } from './calls.js'
import { Thread } from './thread.js'
import type { FromMerging, MergeTask, ToMerging } from './thread-messages.js'
import { fromWire } from './wire-error.js'

/** The thread that merged has ended: nothing but the merge is lost, and another one can do it. */
export class MergeLostError extends Error {
  override readonly name = 'MergeLostError'
}

export interface RemoteMerge {
  /** Rejects with MergeLostError. */
  readonly done: Promise<MergeResult>
  /** It may end early then, with an answer that means nothing. */
  readonly stop: () => void
}

/** The thread that merges the segments of all indexes, as its owner sees it. */
export class MergingThread {
  readonly #entry: URL
  readonly #cacheBytes: number
  /** Started by the first merge. */
  #thread: Thread<ToMerging, FromMerging> | undefined
  readonly #calls = new Calls()
  #isClosed = false

  constructor(entry: URL, cacheBytes: number) {
    this.#entry = entry
    this.#cacheBytes = cacheBytes
  }

  merge(task: MergeTask): RemoteMerge {
    const thread = this.#isClosed ? undefined : (this.#thread ??= this.#start())
    if (thread?.isRunning !== true) {
      const done = Promise.reject(new MergeLostError('the thread that merges has ended'))
      return { done, stop: () => undefined }
    }
    let number = 0
    const done = this.#calls.make((call) => {
      number = call
      thread.send({ kind: 'merge', call, task })
    })
    return {
      done: done.then(asResult),
      stop: () => thread.send({ kind: 'stop', call: number }),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.stop()
    this.#calls.failAll(new MergeLostError('the thread that merges is closed'))
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
    if (message.kind === 'merged') this.#calls.answer(message.call, message.result)
    else this.#calls.fail(message.call, fromWire(message.error))
  }
}

/** The other thread runs the same program: one look is enough. */
function asResult(value: unknown): MergeResult {
  if (isResult(value)) return value
  throw new Error('a merge is answered with its result')
}

function isResult(value: unknown): value is MergeResult {
  return typeof value === 'object' && value !== null && 'places' in value
}
