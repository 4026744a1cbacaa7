import type { Files } from '@rowhouse/platform'

export interface DiskMonitorOptions {
  readonly files: Files
  readonly folder: string
  /** Below this many free bytes writes are refused. */
  readonly freeBytesMin: number
  /** Told when the state changes, and once when free space cannot be read any more. */
  readonly onChange: (isLow: boolean, freeBytes: number) => void
  readonly onError: (error: unknown) => void
}

/** Watches the free space under the data folder. */
export interface DiskMonitor {
  isLow(): boolean
  /** A write has failed for lack of space: low until a look says otherwise. */
  noticeFull(): void
  /** Undefined before the first look, and when there is no folder to watch. */
  freeBytes(): number | undefined
  /** Looks at once. */
  look(): Promise<void>
}

export function createDiskMonitor(options: DiskMonitorOptions): DiskMonitor {
  let isLow = false
  let free: number | undefined
  let isBlind = false
  const look = async (): Promise<void> => {
    try {
      free = await options.files.freeSpace(options.folder)
    } catch (error) {
      // Not knowing is no reason to refuse writes: a full disk will say so itself.
      if (!isBlind) options.onError(error)
      isBlind = true
      return
    }
    isBlind = false
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
 * Looks every so often until stopped, and does what follows a look, which must not fail; looks never overlap.
 * Stopping waits for the one under way.
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

/** For stores that use no disk. */
export const noDisk: DiskMonitor = {
  isLow: () => false,
  noticeFull: () => {},
  freeBytes: () => undefined,
  look: async () => {},
}
