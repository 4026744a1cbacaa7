import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { openDataFolder } from '../../folder/data-folder.js'
import type { KeyValueStore, StoreMutation } from '../../key-value-store.js'
import { type StoreKind, openStoreFolder, storeKindIn } from '../../open-store-folder.js'
import { readEntries } from '../read-entries.js'

const FIRST_STAMP = 1000
const BEHIND_ALL = Buffer.alloc(6, 0xff)

/** Data folders of a test, and what is in their stores. */
export class FilledFolders {
  readonly #folder = temporaryFolder()
  #made = 0

  /** A data folder with a store of this kind. */
  async make(kind: StoreKind, entries: number, valueBytes: number): Promise<string> {
    const directory = await this.#path()
    await write(directory, kind, entriesOf(entries, valueBytes), FIRST_STAMP)
    return directory
  }

  async copyOf(directory: string): Promise<string> {
    const copy = await this.#path()
    cpSync(directory, copy, { recursive: true })
    return copy
  }

  async #path(): Promise<string> {
    const { path } = await this.#folder
    return join(path, String(this.#made++))
  }

  async remove(): Promise<void> {
    await (await this.#folder).remove()
  }
}

function entriesOf(count: number, valueBytes: number): StoreMutation[] {
  return Array.from({ length: count }, (_, at): StoreMutation => {
    const key = Buffer.from(`key ${String(at).padStart(6, '0')}`)
    return { kind: 'put', key, value: Buffer.alloc(valueBytes, at) }
  })
}

/** Opens the store as a start does. */
export async function useStore<T>(
  directory: string,
  kind: StoreKind | undefined,
  use: (store: KeyValueStore) => Promise<T>,
): Promise<T> {
  // Who was cut off has left its lock, and is this process.
  rmSync(join(directory, 'LOCK'), { force: true })
  const place = { files: nodeFiles, clock: systemClock }
  const folder = await openDataFolder({ ...place, directory })
  try {
    const opened = await openStoreFolder({ ...place, directory: folder.storeDirectory, kind })
    try {
      return await use(opened.store)
    } finally {
      await opened.store.close()
    }
  } finally {
    await folder.release()
  }
}

export const write = (
  directory: string,
  kind: StoreKind,
  mutations: readonly StoreMutation[],
  stamp?: number,
): Promise<void> =>
  useStore(directory, kind, async (store) => {
    await store.apply(mutations, stamp)
    await store.flush()
  })

/** All entries, as a start finds them. */
export const contentsOf = (directory: string): Promise<string[]> =>
  useStore(directory, undefined, async (store) => {
    const found: string[] = []
    for await (const entries of readEntries(store, BEHIND_ALL)) {
      for (const { key, value } of entries)
        found.push(`${key.toString('latin1')} ${value.length} ${value.toString('latin1', 0, 8)}`)
    }
    return found
  })

export const kindIn = (directory: string): Promise<StoreKind | undefined> =>
  storeKindIn(nodeFiles, join(directory, 'store'))
