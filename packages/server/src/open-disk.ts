import { DiskReserve, storeLimits } from '@rowhouse/store'
import { type OpenEngine } from '@rowhouse/engine'
import { nodeFiles, systemRandom } from '@rowhouse/platform'
import type { Cleanup } from './cleanup.js'
import type { Configuration } from './configuration/configuration.js'
import { type DiskMonitor, createDiskMonitor, noDisk, watchDisk } from './disk-monitor.js'
import { serverLimits } from './limits.js'
import type { Logger } from './logging.js'
import type { StorageHealth } from './storage-health.js'

/**
 * Watches the free space under the data folder and keeps a reserve. While space is short, it frees the
 * space of dropped tables at once, since without writes the store would not get to it; the store writes
 * files to do so, for which the reserve is given up.
 */
export async function openDisk(
  configuration: Configuration,
  engine: Pick<OpenEngine, 'catalog' | 'reclaimDropped'>,
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
  const reclaim = async (): Promise<void> => {
    if (engine.catalog.drops().length === 0) return
    if (disk.isLow() && (await reserve.giveUp()))
      logger.warn({ freeBytes: disk.freeBytes() }, 'the reserve is given up for a dropped table')
    await engine.reclaimDropped()
  }
  /** From low space on until there is room for a whole reserve again. */
  let isShort = false
  const afterLook = async (): Promise<void> => {
    const spare = (disk.freeBytes() ?? 0) - freeBytesMin
    isShort = disk.isLow() || (isShort && spare < storeLimits.RESERVE_BYTES)
    // Nothing waits for this, because it takes long for large tables and the looks must go on.
    if (isShort)
      reclaim().catch((error: unknown) => {
        logger.warn({ err: error }, 'the space of dropped tables cannot be freed now')
      })
    // Another folder may have taken the place of one that was removed.
    if (!disk.isLow() && storage.problem() === undefined)
      await reserve.grow(spare).catch((error: unknown) => {
        logger.warn({ err: error }, 'the disk reserve cannot grow')
      })
  }
  await disk.look()
  cleanup.add(watchDisk(disk, serverLimits.FREE_SPACE_INTERVAL_MS, afterLook))
  return disk
}
