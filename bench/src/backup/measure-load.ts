import { loadRows } from '../loader/load-rows.js'
import type { ChildServer } from '../peers/child-server.js'
import { cpuSecondsOf } from '../report/process-figures.js'
import { LOADER_SHAPE } from '../rows/row-shape.js'
import { progressReporter } from './progress-reporter.js'

export interface LoadFigures {
  readonly rowsPerSecond: number
  /** Microseconds of processor time per row, of the whole process and of its main thread. */
  readonly cpuMicros: number
  readonly mainMicros: number
}

const MICROS = 1e6

/** Loads rows and measures what that costs the server. */
export async function measureLoad(
  server: ChildServer,
  from: number,
  to: number,
  connections: number,
): Promise<LoadFigures> {
  const before = cpuSecondsOf(server.pid)
  const startedAt = performance.now()
  await loadRows({
    endpoint: server.endpoint,
    shape: LOADER_SHAPE,
    from,
    to,
    connections,
    onLoaded: progressReporter('rows loaded', from, to),
    stopped: () => false,
  })
  const seconds = (performance.now() - startedAt) / 1000
  const after = cpuSecondsOf(server.pid)
  const rows = to - from
  return {
    rowsPerSecond: rows / seconds,
    cpuMicros: (((after?.all ?? 0) - (before?.all ?? 0)) * MICROS) / rows,
    mainMicros: (((after?.main ?? 0) - (before?.main ?? 0)) * MICROS) / rows,
  }
}

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
