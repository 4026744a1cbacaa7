import { DiskReserve, type OpenEngine } from '@rowhouse/engine'
import { nodeFiles, systemRandom } from '@rowhouse/platform'
import type { Cleanup } from './cleanup.js'
import type { Configuration } from './configuration/configuration.js'
import { type DiskMonitor, createDiskMonitor, noDisk, watchDisk } from './disk-monitor.js'
import { serverLimits } from './limits.js'
import type { Logger } from './logging.js'
import type { StorageHealth } from './storage-health.js'

/**
 * Watches the free space under the data folder, keeps a reserve for later starts, and frees the space of
 * dropped tables at once while space is short: without writes the store would not get to it.
 */
export async function openDisk(
  configuration: Configuration,
  engine: Pick<OpenEngine, 'reclaimDropped'>,
  storage: StorageHealth,
  logger: Logger,
  cleanup: Cleanup,
): Promise<DiskMonitor> {
  if (configuration.ephemeral) return noDisk
  const { data: directory, freeSpace: freeBytesMin } = configuration
  const disk = createDiskMonitor({
    files: nodeFiles,
    folder: directory,
    freeBytesMin,
    onChange: (isLow, freeBytes) => {
      if (isLow) logger.error({ freeBytes }, 'low on disk space: writes are refused')
      else logger.info({ freeBytes }, 'enough disk space again: writes go on')
    },
    onError: (error) => logger.error({ err: error }, 'free disk space cannot be read'),
  })
  const reserve = new DiskReserve({ files: nodeFiles, directory, random: systemRandom })
  const growReserve = async (): Promise<void> => {
    const free = disk.freeBytes()
    // Another folder may have taken the place of one that was removed.
    if (free !== undefined && storage.problem() === undefined)
      await reserve.grow(free - freeBytesMin)
  }
  const afterLook = async (): Promise<void> => {
    // Nothing waits for this, because it takes long for large tables and the looks must go on.
    if (disk.isLow())
      engine.reclaimDropped().catch((error: unknown) => {
        logger.warn({ err: error }, 'the space of dropped tables cannot be freed now')
      })
    await growReserve().catch((error: unknown) => {
      logger.warn({ err: error }, 'the disk reserve cannot grow')
    })
  }
  await disk.look()
  cleanup.add(watchDisk(disk, serverLimits.FREE_SPACE_INTERVAL_MS, afterLook))
  return disk
}
