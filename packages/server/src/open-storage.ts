import { type FolderStoreOptions, openStore, type PartitionStore } from '@rowhouse/engine'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import type { Configuration } from './configuration/configuration.js'

/** Opens the storage that the configuration asks for: a data folder, or memory. */
export function openStorage(
  configuration: Pick<Configuration, 'data' | 'durability' | 'ephemeral' | 'memory' | 'store'>,
  shared: Pick<
    FolderStoreOptions,
    'turns' | 'onSync' | 'onClockChange' | 'onStall' | 'onLost'
  > = {},
): Promise<PartitionStore> {
  if (configuration.ephemeral) return openStore({ ephemeral: true, turns: shared.turns })
  return openStore({
    directory: configuration.data,
    durability: configuration.durability,
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: configuration.memory,
    storeKind: configuration.store,
    ...shared,
  })
}
