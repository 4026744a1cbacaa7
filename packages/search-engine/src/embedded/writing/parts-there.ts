import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { SectionCache } from '../../segments/read/section-cache.js'
import { type AnalyzerSource, createAnalyzerSource } from '../analyzer-source.js'
import { packKeys } from '../threads/packed-keys.js'
import { packedFormat } from '../packed-format.js'
import { PartMaker } from './part-maker.js'
import type { FromMerging, PartsTask, ToMerging } from '../threads/thread-messages.js'
import { toWire } from '../threads/wire-error.js'

type PartsMessage = Extract<ToMerging, { readonly kind: 'parts' | 'images' }>

/** Makes parts of images that another thread sends, a batch at a time between merges. */
export class PartsThere {
  readonly #post: (message: FromMerging) => void
  readonly #analyzers: AnalyzerSource = createAnalyzerSource()
  /** Fresh segments are read from memory. */
  readonly #cache = new SectionCache(0)
  readonly #makers = new Map<number, PartMaker>()
  /** Called when a call is done with. */
  readonly #ends = new Map<number, () => void>()
  #messages: PartsMessage[] = []
  /** The call whose first message is being handled, unless it was stopped since. */
  #beginning: number | undefined
  #isRunning = false

  constructor(post: (message: FromMerging) => void) {
    this.#post = post
  }

  hear(message: PartsMessage): void {
    this.#messages.push(message)
    if (!this.#isRunning) void this.#run()
  }

  /** Resolves when a call that is about to begin has ended in any way. */
  over(call: number): Promise<void> {
    return new Promise((resolve) => this.#ends.set(call, resolve))
  }

  /** Images that were sent for it and not yet read are dropped. */
  stop(call: number): void {
    this.#end(call)
    this.#messages = this.#messages.filter((message) => message.call !== call)
    if (this.#beginning === call) this.#beginning = undefined
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let next = this.#messages.shift(); next !== undefined; next = this.#messages.shift()) {
      try {
        if (next.kind === 'parts') await this.#begin(next.call, next.task)
        else this.#take(next.call, next.images)
      } catch (error) {
        this.#end(next.call)
        this.#post({ kind: 'failed', call: next.call, error: toWire(error) })
      }
      await letOthersGoFirst()
    }
    this.#isRunning = false
  }

  async #begin(call: number, { layout, partBytes }: PartsTask): Promise<void> {
    this.#beginning = call
    const analyzers = await this.#analyzers.analyzersOf(layout)
    if (this.#beginning !== call) return
    const format = packedFormat(layout, analyzers, this.#cache)
    this.#makers.set(call, new PartMaker(format, partBytes))
  }

  /** Drops the images of a call that was stopped or has failed. */
  #take(call: number, images: Uint8Array | undefined): void {
    const maker = this.#makers.get(call)
    if (maker === undefined) return
    if (images !== undefined) {
      maker.take(images)
      this.#post({ kind: 'took', call, memoryBytes: maker.memoryBytes })
      return
    }
    this.#end(call)
    const parts = maker.finish().map(({ content, removed }) => {
      return { content, removed: packKeys(removed) }
    })
    this.#post({ kind: 'made', call, parts })
  }

  #end(call: number): void {
    this.#makers.delete(call)
    this.#ends.get(call)?.()
    this.#ends.delete(call)
  }
}
