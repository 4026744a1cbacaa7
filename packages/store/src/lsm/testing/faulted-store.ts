import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import {
  manualClock,
  type SeededRandom,
  seededRandom,
  type SimulatedFiles,
} from '@rowhouse/platform/testing'
import { expect } from 'vitest'
import type { KeyValueStore, StoreSnapshot } from '../../key-value-store.js'
import { storeLimits } from '../../limits.js'
import { openLsmStore } from '../lsm-store.js'
import { RandomBatches, entriesIn } from './random-batches.js'

type Entries = (readonly [string, string])[]

const DIRECTORY = '/store'
/** A fault strikes once, and whoever waits for the flush that it struck is told. */
const TRIES_MAX = 3
const STEPS = 12

/**
 * A store on files that fail, and what it must have. Whatever is refused is tried again: then it must
 * succeed, and every answer must be right. Time passes only while the store waits.
 */
export class FaultedStore {
  readonly #files: SimulatedFiles
  readonly #clock = manualClock()
  /** A moment that is read for some steps. */
  #held: { readonly snapshot: StoreSnapshot; readonly expected: Entries } | undefined
  readonly #batches: RandomBatches
  #opened: KeyValueStore | undefined
  /** A call was refused, or the store waits before it tries again. */
  readonly #onTrouble: () => void
  /** How often the store has told of a failure: by refusing a call, and by its figures. */
  told = 0

  constructor(files: SimulatedFiles, seed: number, onTrouble: () => void = () => {}) {
    this.#files = files
    this.#onTrouble = onTrouble
    this.#batches = new RandomBatches(seededRandom(seed))
  }

  /** A start, writes, reads, flushes, merges, and another start. */
  async live(random: SeededRandom): Promise<void> {
    await this.#open()
    for (let step = 0; step < STEPS; step++) {
      await this.#applyNext()
      if (random.chance(0.3)) await this.#flush()
      if (random.chance(0.5)) await this.#compareKey(random.below(40))
      if (random.chance(0.2)) await this.#compareAll(random.chance(0.5))
      if (random.chance(0.1)) await this.#reclaim()
      if (random.chance(0.3)) await this.#holdAnother()
    }
    await this.#holdAnother()
    await this.#flush()
    await this.#close()
    await this.#open()
    await this.#compareAll(false)
    await this.#compareAll(true)
    await this.#close()
  }

  async #open(): Promise<void> {
    this.#opened = await this.#insist(() =>
      openLsmStore({
        files: this.#files,
        directory: DIRECTORY,
        clock: this.#clock,
        wait: async (milliseconds) => {
          this.#clock.advance(milliseconds)
          if (milliseconds < storeLimits.FREE_HIDDEN_MS) this.#onTrouble()
          await letOthersGoFirst()
        },
        cacheBytes: 64 * 1024,
        memtableBytes: 3000,
        tableBytes: 3000,
      }),
    )
  }

  async #close(): Promise<void> {
    const failed = this.#files.failed.length
    this.#held?.snapshot.close()
    this.#held = undefined
    await this.#store.close()
    // What fails while the store ends is done by the next one, and nobody is left to be told.
    this.told += this.#files.failed.length - failed
    this.told += (await this.#store.figures())['store_background_errors'] ?? 0
  }

  async #applyNext(): Promise<void> {
    const batch = this.#batches.next()
    await this.#insist(() => this.#store.apply(batch, this.#batches.count))
    expect(await this.#insist(() => this.#store.stamp())).toBe(this.#batches.count)
  }

  #flush(): Promise<void> {
    return this.#insist(() => this.#store.flush())
  }

  async #reclaim(): Promise<void> {
    await this.#insist(async () =>
      this.#store.reclaim?.(Buffer.from('key 1'), Buffer.from('key 3')),
    )
  }

  async #compareKey(number: number): Promise<void> {
    const name = `key ${String(number).padStart(2, '0')}`
    const found = await this.#insist(() => this.#store.get(Buffer.from(name)))
    expect(found?.toString()).toBe(new Map(this.#expected).get(name))
  }

  async #compareAll(reverse: boolean): Promise<void> {
    const found = await this.#insist(() => entriesIn(this.#store, reverse))
    expect(found).toEqual(reverse ? this.#expected.toReversed() : this.#expected)
  }

  /** The moment that was held has stayed as it was. */
  async #holdAnother(): Promise<void> {
    const held = this.#held
    if (held !== undefined) {
      expect(await this.#insist(() => entriesIn(held.snapshot))).toEqual(held.expected)
      held.snapshot.close()
    }
    this.#held = { snapshot: this.#store.snapshot(), expected: this.#expected }
  }

  /** Files that a start leaves, and that no table needs. */
  async strayFiles(): Promise<number> {
    await this.#open()
    const { store_tables: tables = 0 } = await this.#store.figures()
    await this.#close()
    return (await this.#files.list(DIRECTORY)).length - 1 - tables
  }

  get #store(): KeyValueStore {
    if (this.#opened === undefined) throw new Error('the store was never opened')
    return this.#opened
  }

  get #expected(): Entries {
    return this.#batches.entriesAfter(this.#batches.count)
  }

  async #insist<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (tries === TRIES_MAX) throw error
        this.told++
        this.#onTrouble()
      }
    }
  }
}
