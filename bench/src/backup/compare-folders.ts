import { type KeyValueStore, openDataFolder, openStoreFolder } from '@rowhouse/store'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type Compared, compareStores } from './compare-stores.js'
import { LaterRows } from './later-rows.js'

export interface FoldersToCompare {
  readonly original: string
  readonly restored: string
  /**
   * Rows with counters below this were there at the moment of the restore; those up to `rows` came later.
   */
  readonly cut: number
  readonly rows: number
  readonly onCompared?: (rows: number) => void
}

/** Compares the stores of two data folders whose servers were stopped in order. */
export async function compareFolders(folders: FoldersToCompare): Promise<Compared> {
  const { original, restored, cut, rows, onCompared } = folders
  return withStore(original, (left) =>
    withStore(restored, async (right) => {
      const later = new LaterRows(cut, rows)
      const compared = await compareStores(left, right, later, onCompared)
      if (compared.rows !== cut || later.missing > 0) {
        throw new Error(
          `${compared.rows} rows of ${cut} were found, and ${later.missing} later ones were not`,
        )
      }
      return compared
    }),
  )
}

/** Holds the folder's lock meanwhile, so no server may run on it. */
async function withStore<T>(
  directory: string,
  use: (store: KeyValueStore) => Promise<T>,
): Promise<T> {
  const place = { files: nodeFiles, clock: systemClock }
  const folder = await openDataFolder({ ...place, directory })
  try {
    const { store } = await openStoreFolder({ ...place, directory: folder.storeDirectory })
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  } finally {
    await folder.release()
  }
}
