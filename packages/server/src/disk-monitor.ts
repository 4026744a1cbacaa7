import type { Files } from '@rowhouse/platform'

export interface DiskMonitorOptions {
  readonly files: Files
  readonly folder: string
  /** Writes are refused below this many free bytes. */
  readonly freeBytesMin: number
  /** Called when the state changes, and once when free space can no longer be read. */
  readonly onChange: (isLow: boolean, freeBytes: number) => void
  readonly onError: (error: unknown) => void
}

/** Watches the free space of the data folder's disk. */
export interface DiskMonitor {
  isLow(): boolean
  /** Called when a write has failed for lack of space: the disk counts as low until the next check. */
  noticeFull(): void
  /** Undefined before the first check, and without a folder. */
  freeBytes(): number | undefined
  /** Checks the free space now. */
  look(): Promise<void>
}

export function createDiskMonitor(options: DiskMonitorOptions): DiskMonitor {
  let isLow = false
  let free: number | undefined
  let isUnknown = false
  const look = async (): Promise<void> => {
    try {
      free = await options.files.freeSpace(options.folder)
    } catch (error) {
      // Writes are accepted while free space is unknown: a full disk refuses them itself.
      if (!isUnknown) options.onError(error)
      isUnknown = true
      return
    }
    isUnknown = false
    const wasLow = isLow
    isLow = free < options.freeBytesMin
    if (isLow !== wasLow) options.onChange(isLow, free)
  }
  return {
    isLow: () => isLow,
    noticeFull: () => {
      if (!isLow) options.onChange(true, free ?? 0)
      isLow = true
    },
    freeBytes: () => free,
    look,
  }
}

/**
 * Checks the disk at intervals, and calls `afterLook` after each check, which must not fail. Checks never
 * overlap. Stopping waits for the running one.
 */
export function watchDisk(
  monitor: DiskMonitor,
  intervalMilliseconds: number,
  afterLook: () => Promise<void>,
): () => Promise<void> {
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= monitor
      .look()
      .then(afterLook)
      .finally(() => {
        looking = undefined
      })
  }, intervalMilliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** For stores in memory. */
export const noDisk: DiskMonitor = {
  isLow: () => false,
  noticeFull: () => {},
  freeBytes: () => undefined,
  look: async () => {},
}
