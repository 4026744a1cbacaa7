import {
  type Files,
  type PartitionStore,
  nodeFiles,
  openStore,
  systemClock,
} from '@rowhouse/engine'
import type { Configuration } from './configuration/configuration.js'

/** Opens what the configuration asks for: the data folder, or memory. */
export function openStorage(
  configuration: Pick<Configuration, 'data' | 'durability' | 'ephemeral' | 'memory'>,
  onSync: (milliseconds: number) => void,
): Promise<PartitionStore> {
  if (configuration.ephemeral) return openStore({ ephemeral: true })
  return openStore({
    directory: configuration.data,
    files: configuration.durability === 'strict' ? nodeFiles : withoutSync(nodeFiles),
    clock: systemClock,
    memoryBudget: configuration.memory,
    onSync,
  })
}

/**
 * The same files, except that nothing waits for the disk: what was written survives the process, and the
 * system writes it out in its own time.
 */
function withoutSync(files: Files): Files {
  return {
    ...files,
    open: async (path, mode) => {
      const handle = await files.open(path, mode)
      return {
        read: (position, length) => handle.read(position, length),
        write: (data, position) => handle.write(data, position),
        truncate: (length) => handle.truncate(length),
        datasync: async () => {},
        size: () => handle.size(),
        close: () => handle.close(),
      }
    },
    syncDirectory: async () => {},
  }
}
