import { type CopiedStore, type CopyProgress, migrateStore, type StoreKind } from '@rowhouse/store'
import type { Clock, Files } from '@rowhouse/platform'
import { APPLIED_POSITION_KEY } from './store-key.js'

export interface MigrateOptions {
  readonly files: Files
  readonly clock: Clock
  readonly directory: string
  readonly to: StoreKind
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

/**
 * Gives a data folder that no server holds a store of another kind. The applied position goes along, so that
 * the next start replays what it would have replayed into the old one.
 */
export const migrateDataFolder = (options: MigrateOptions): Promise<CopiedStore | undefined> =>
  migrateStore({ ...options, stampKey: APPLIED_POSITION_KEY })
