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
 * space of dropped tables at once, because the store would only free it during later writes. The store
 * writes files for this, so the reserve is removed first.
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
    if (disk.isLow() && (await reserve.release()))
      logger.warn({ freeBytes: disk.freeBytes() }, 'the reserve is given up for a dropped table')
    await engine.reclaimDropped()
  }
  /** Set from low space until there is room for a whole reserve again. */
  let isShort = false
  const afterLook = async (): Promise<void> => {
    const spare = (disk.freeBytes() ?? 0) - freeBytesMin
    isShort = disk.isLow() || (isShort && spare < storeLimits.RESERVE_BYTES)
    // Nothing waits for this, because it takes long for large tables and the checks must continue.
    if (isShort)
      reclaim().catch((error: unknown) => {
        logger.warn({ err: error }, 'the space of dropped tables cannot be freed now')
      })
    // The data folder may have been removed, and another one may have its path now.
    if (!disk.isLow() && storage.problem() === undefined)
      await reserve.grow(spare).catch((error: unknown) => {
        logger.warn({ err: error }, 'the disk reserve cannot grow')
      })
  }
  await disk.look()
  cleanup.add(watchDisk(disk, serverLimits.FREE_SPACE_INTERVAL_MS, afterLook))
  return disk
}
