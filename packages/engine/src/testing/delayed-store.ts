import type { KeyValueStore } from '@rowhouse/store'
import type { SeededRandom } from '@rowhouse/platform/testing'

const TURNS_MAX = 4

/**
 * A store whose calls take effect at one random moment and return at a later one, like those of a store
 * with threads. A result may be out of date when it arrives.
 */
export function createDelayedStore(store: KeyValueStore, random: SeededRandom): KeyValueStore {
  const pause = async (): Promise<void> => {
    for (let turns = (random.bytes(1)[0] ?? 0) % TURNS_MAX; turns > 0; turns--) await nextTurn()
  }
  const delayed = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    await pause()
    const result = await call()
    await pause()
    return result
  }
  let lastApply: Promise<void> = Promise.resolve()
  return {
    ...store,
    get: (key) => delayed(async () => store.get(key)),
    getMany: (keys) => delayed(() => store.getMany(keys)),
    apply(batch, stamp) {
      lastApply = lastApply.then(() => delayed(() => store.apply(batch, stamp)))
      return lastApply
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
