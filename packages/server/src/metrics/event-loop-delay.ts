import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopDelay {
  /** Percentiles in seconds since the last call. The call resets them. */
  read(): { readonly p50: number; readonly p99: number; readonly max: number }
  stop(): void
}

const RESOLUTION_MS = 20
const NANOSECONDS = 1e9

export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  return {
    read: () => {
      // The histogram measures whole intervals between ticks, so the interval itself is subtracted.
      const delay = (nanoseconds: number): number =>
        Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000)
      const seen = {
        p50: delay(histogram.percentile(50)),
        p99: delay(histogram.percentile(99)),
        max: delay(histogram.max),
      }
      histogram.reset()
      return seen
    },
    stop: () => {
      histogram.disable()
    },
  }
}
