import type { KeyValueStore } from '@rowhouse/store'
import type { NamedMutation } from './pending-record.js'
import type { StoredValue } from './partition-store.js'
import type { RowCache } from './row-cache.js'

/** A read of the store that is in progress and whose result may fill the cache. */
interface Fetch {
  /** Undefined for a read of many keys, whose result other readers cannot share. */
  value: Promise<Buffer | undefined> | undefined
}

/**
 * Reads of durable values through the cache. An older value read from the store must never replace a newer
 * one in the cache: a fetch may fill the cache only while it is registered, and applying a commit removes
 * the fetches of its keys. While a commit of a key is pending no fetch fills that key, because the store
 * may have the commit before the cache does.
 */
export class RowReader {
  readonly #store: KeyValueStore
  readonly #cache: RowCache
  readonly #isPending: (name: string) => boolean
  readonly #fetches = new Map<string, Fetch>()

  constructor(store: KeyValueStore, cache: RowCache, isPending: (name: string) => boolean) {
    this.#store = store
    this.#cache = cache
    this.#isPending = isPending
  }

  cached(name: string): StoredValue | undefined {
    return this.#cache.get(name)
  }

  /** At once where the store has the value in memory. */
  fetch(name: string, key: Buffer): Buffer | undefined | Promise<Buffer | undefined> {
    const running = this.#fetches.get(name)
    if (running?.value !== undefined) return running.value
    const found = this.#store.get(key)
    if (!(found instanceof Promise)) {
      if (!this.#isPending(name)) this.#cache.fill(name, found)
      return found
    }
    const fetch: Fetch = { value: undefined }
    fetch.value = found.then(
      (value) => {
        this.#finish(name, fetch, value)
        return value
      },
      (error) => {
        this.#forget(name, fetch)
        throw error
      },
    )
    this.#fetches.set(name, fetch)
    return fetch.value
  }

  /** Reads all keys from one point in time, without looking into the cache. */
  async fetchMany(
    names: readonly string[],
    keys: readonly Buffer[],
  ): Promise<(Buffer | undefined)[]> {
    const fetch: Fetch = { value: undefined }
    for (const name of names) if (!this.#fetches.has(name)) this.#fetches.set(name, fetch)
    try {
      const values = await this.#store.getMany(keys)
      names.forEach((name, i) => {
        this.#finish(name, fetch, values[i])
      })
      return values
    } catch (error) {
      for (const name of names) this.#forget(name, fetch)
      throw error
    }
  }

  /** Called when the store has these mutations; until then, reads find them among the pending commits. */
  applied(mutations: readonly NamedMutation[]): void {
    if (this.#cache.isEmpty && this.#fetches.size === 0) return
    for (const mutation of mutations) {
      if (this.#fetches.size > 0) this.#fetches.delete(mutation.name)
      this.#cache.refresh(mutation.name, mutation.kind === 'put' ? mutation.value : undefined)
    }
  }

  rangeDeleted(start: string, end: string): void {
    this.#cache.deleteRange(start, end)
    for (const name of this.#fetches.keys()) {
      if (name >= start && name < end) this.#fetches.delete(name)
    }
  }

  #finish(name: string, fetch: Fetch, value: Buffer | undefined): void {
    if (!this.#forget(name, fetch)) return
    if (!this.#isPending(name)) this.#cache.fill(name, value)
  }

  #forget(name: string, fetch: Fetch): boolean {
    if (this.#fetches.get(name) !== fetch) return false
    return this.#fetches.delete(name)
  }
}
