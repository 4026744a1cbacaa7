import { Calls, Thread } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import type { RunRecord } from '../manifest/run-manifest.js'
import type { MergeSlice } from '../merging/merge-slice.js'
import { StoppedError } from '../writing/write-next-table.js'
import type { StoreWork } from './store-work.js'
import { type FromWork, type ToWork, runFromMessage, sliceFromMessage } from './work-messages.js'

/** The bundle has it beside the program, and a build beside this file. */
const ENTRY = new URL('./store-thread.js', import.meta.url)

/**
 * Flushes in one thread, which writes wait for, and merges in another of low priority. What a thread was at
 * when it ended is done again.
 */
export function workInThreads(directory: string, threadEntry: URL = ENTRY): StoreWork {
  const flushing = new WorkThread(threadEntry, directory, 0)
  const merging = new WorkThread(threadEntry, directory, storeLimits.MERGE_NICENESS)
  return {
    flush: (memtable, sequence, options) => {
      const frozen = memtable.freeze()
      const call = (call: number): ToWork => ({
        kind: 'flush',
        call,
        memtable: frozen,
        sequence,
        options,
      })
      return flushing.run(call).then(asRun)
    },
    merge: (work, options) =>
      merging.run((call) => ({ kind: 'merge', call, work, options })).then(asSlice),
    close: async () => {
      await Promise.all([flushing.close(), merging.close()])
    },
  }
}

class WorkThread {
  readonly #calls = new Calls()
  readonly #start: () => Thread<ToWork, FromWork>
  /** Started by its first work. */
  #thread: Thread<ToWork, FromWork> | undefined
  #isClosed = false

  constructor(entry: URL, directory: string, niceness: number) {
    this.#start = () =>
      new Thread({
        entry,
        youngGenerationMb: storeLimits.THREAD_YOUNG_MB,
        setup: { kind: 'start', directory, niceness },
        onMessage: (message) => this.#hear(message),
        onEnd: (error) => this.#calls.failAll(error),
        onStart: () => {},
      })
  }

  async run(message: (call: number) => ToWork): Promise<unknown> {
    if (this.#isClosed) throw new StoppedError()
    this.#thread ??= this.#start()
    const thread = this.#thread
    if (!thread.isRunning) throw new Error('the thread of the store is being started again')
    return await this.#calls.make((call) => thread.send(message(call)))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.stop()
    this.#calls.failAll(new StoppedError())
  }

  #hear(message: FromWork): void {
    switch (message.kind) {
      case 'flushed':
        this.#calls.answer(message.call, runFromMessage(message.record))
        return
      case 'merged':
        this.#calls.answer(message.call, sliceFromMessage(message.slice))
        return
      case 'failed': {
        const { code, message: text } = message
        const error = new Error(text)
        this.#calls.fail(message.call, code === undefined ? error : Object.assign(error, { code }))
      }
    }
  }
}

/** The other thread runs the same program, so one look at the type is enough. */
function asRun(value: unknown): RunRecord {
  if (isRun(value)) return value
  throw new Error('a flush is answered with a run')
}

function asSlice(value: unknown): MergeSlice {
  if (isSlice(value)) return value
  throw new Error('a merge is answered with a slice')
}

const isSlice = (value: unknown): value is MergeSlice =>
  typeof value === 'object' && value !== null && 'next' in value

const isRun = (value: unknown): value is RunRecord =>
  typeof value === 'object' && value !== null && 'tables' in value
