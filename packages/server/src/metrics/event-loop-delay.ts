import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopDelay {
  /** Seconds since the last call, at some percentiles; then starts anew. */
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
      // It measures the whole interval between its ticks, late or not.
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
