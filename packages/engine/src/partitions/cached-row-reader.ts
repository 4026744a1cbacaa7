import { outOfRange } from '@rowhouse/platform'
import type { KeyValueStore } from '@rowhouse/store'
import type { EntryMutation } from './pending-record.js'
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
  readonly #isPending: (key: Buffer) => boolean
  readonly #fetches = new Map<string, Fetch>()

  constructor(store: KeyValueStore, cache: RowCache, isPending: (key: Buffer) => boolean) {
    this.#store = store
    this.#cache = cache
    this.#isPending = isPending
  }

  cached(key: Buffer): StoredValue | undefined {
    return this.#cache.get(key)
  }

  /** At once where the store has the value in memory. */
  fetch(key: Buffer): Buffer | undefined | Promise<Buffer | undefined> {
    const running = this.#fetches.size === 0 ? undefined : this.#fetches.get(nameOf(key))
    if (running?.value !== undefined) return running.value
    const found = this.#store.get(key)
    if (!(found instanceof Promise)) {
      this.#fill(key, found)
      return found
    }
    const name = nameOf(key)
    const fetch: Fetch = { value: undefined }
    fetch.value = found.then(
      (value) => {
        if (this.#forget(name, fetch)) this.#fill(key, value)
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
  async fetchMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> {
    const fetch: Fetch = { value: undefined }
    const names = keys.map(nameOf)
    for (const name of names) if (!this.#fetches.has(name)) this.#fetches.set(name, fetch)
    try {
      const values = await this.#store.getMany(keys)
      names.forEach((name, i) => {
        if (this.#forget(name, fetch)) this.#fill(keys[i] ?? outOfRange(), values[i])
      })
      return values
    } catch (error) {
      for (const name of names) this.#forget(name, fetch)
      throw error
    }
  }

  /** Called when the store has these mutations; until then, reads find them among the pending commits. */
  applied(mutations: readonly EntryMutation[]): void {
    if (this.#cache.isEmpty && this.#fetches.size === 0) return
    for (const mutation of mutations) {
      const { key } = mutation
      if (this.#fetches.size > 0) this.#fetches.delete(nameOf(key))
      this.#cache.refresh(key, mutation.kind === 'put' ? mutation.value : undefined)
    }
  }

  rangeDeleted(start: Buffer, end: Buffer): void {
    this.#cache.deleteRange(start, end)
    const [first, last] = [nameOf(start), nameOf(end)]
    for (const name of this.#fetches.keys()) {
      if (name >= first && name < last) this.#fetches.delete(name)
    }
  }

  #fill(key: Buffer, value: Buffer | undefined): void {
    const isVerified = this.#store.verifiesReads === true
    if (!this.#isPending(key)) this.#cache.fill(key, value, isVerified)
  }

  #forget(name: string, fetch: Fetch): boolean {
    if (this.#fetches.get(name) !== fetch) return false
    return this.#fetches.delete(name)
  }
}

/** A store key as a string that compares in byte order. */
const nameOf = (key: Buffer): string => key.toString('latin1')
