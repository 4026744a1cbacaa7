import { DiskReserve } from '@rowhouse/engine'
import { nodeFiles, systemRandom } from '@rowhouse/platform'
import type { Cleanup } from './cleanup.js'
import type { Configuration } from './configuration/configuration.js'
import { type DiskMonitor, createDiskMonitor, noDisk, watchDisk } from './disk-monitor.js'
import { serverLimits } from './limits.js'
import type { Logger } from './logging.js'
import type { StorageHealth } from './storage-health.js'

/** Looks at the free space under the data folder from now on, and keeps a reserve for later starts. */
export async function openDisk(
  configuration: Configuration,
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
    // A folder that is gone may have another in its place.
    if (free !== undefined && storage.problem() === undefined)
      await reserve.grow(free - freeBytesMin)
  }
  await disk.look()
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'the disk reserve cannot grow')
  cleanup.add(
    watchDisk(disk, serverLimits.FREE_SPACE_INTERVAL_MS, () => growReserve().catch(onError)),
  )
  return disk
}
