import type RocksDB from 'rocksdb-native'
import { isMissingPackage } from '@rowhouse/platform'
import { DataFolderError } from '../folder/data-folder-error.js'

const PACKAGE = 'rocksdb-native'
/** The version that our packages name as well. */
export const ROCKSDB_VERSION = '3.18.1'

/**
 * Loads the package on first use, so that whatever needs no RocksDB also works where the package is not
 * installed, or its native part cannot be loaded.
 */
export async function loadRocksDb(
  directory: string,
  load: () => Promise<{ readonly default: typeof RocksDB }> = () => import('rocksdb-native'),
): Promise<typeof RocksDB> {
  try {
    return (await load()).default
  } catch (error) {
    if (!isMissingPackage(error, PACKAGE)) throw error
    throw new DataFolderError(
      'lacks package',
      `The store in ${directory} is of kind rocksdb, and the package for it is not installed: npm install ${PACKAGE}@${ROCKSDB_VERSION}`,
    )
  }
}
