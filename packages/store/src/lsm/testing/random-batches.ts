import { type SeededRandom } from '@rowhouse/platform/testing'
import type { KeyValueStore, StoreMutation } from '../../key-value-store.js'

/** The entries that a store should have, by keys as latin1 text. */
export type ModelEntries = ReadonlyMap<string, string>

const LOWEST = Buffer.alloc(0)
const HIGHEST = Buffer.from([0xff])

/**
 * Batches of puts, deletes and range deletes over a few keys, and what the store has after each of them. The
 * stamp of a batch is how many there are with it.
 */
export class RandomBatches {
  readonly #random: SeededRandom
  /** By the number of batches. */
  readonly #states: ModelEntries[] = [new Map()]

  constructor(random: SeededRandom) {
    this.#random = random
  }

  get count(): number {
    return this.#states.length - 1
  }

  async applyNext(store: KeyValueStore): Promise<void> {
    await store.apply(this.next(), this.count)
  }

  next(): StoreMutation[] {
    const random = this.#random
    const state = new Map(this.#states.at(-1))
    const batch: StoreMutation[] = []
    for (let left = random.below(6); left >= 0; left--) {
      const key = this.#key()
      const kind = random.below(10)
      if (kind < 7) {
        const value = String.fromCharCode(97 + random.below(26)).repeat(random.below(600))
        batch.push({ kind: 'put', key: Buffer.from(key), value: Buffer.from(value) })
        state.set(key, value)
      } else if (kind < 9) {
        batch.push({ kind: 'delete', key: Buffer.from(key) })
        state.delete(key)
      } else {
        const end = this.#key()
        batch.push({ kind: 'deleteRange', start: Buffer.from(key), end: Buffer.from(end) })
        for (const name of state.keys()) if (name >= key && name < end) state.delete(name)
      }
    }
    this.#states.push(state)
    return batch
  }

  /** In the order of their keys, after so many batches. */
  entriesAfter(count: number): (readonly [string, string])[] {
    return [...(this.#states[count] ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  /** The batches behind this one are lost. */
  cutTo(count: number): void {
    this.#states.length = count + 1
  }

  #key(): string {
    return `key ${String(this.#random.below(40)).padStart(2, '0')}`
  }
}

/** How many batches a store says that it has. */
export const batchesIn = async (store: KeyValueStore): Promise<number> => (await store.stamp()) ?? 0

export async function entriesIn(
  store: Pick<KeyValueStore, 'iterate'>,
  reverse = false,
  batchEntries = 7,
): Promise<(readonly [string, string])[]> {
  const iterator = store.iterate({ start: LOWEST, end: HIGHEST, reverse, batchEntries })
  const found: (readonly [string, string])[] = []
  for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next())
    for (const { key, value } of batch)
      found.push([key.toString('latin1'), value.toString('latin1')])
  await iterator.close()
  return found
}
