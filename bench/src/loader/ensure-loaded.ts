import { existsSync } from 'node:fs'
import type { Endpoint } from '../load/connection.js'
import type { RowShape } from '../rows/row-shape.js'
import { createBenchTable } from './create-table.js'
import { loadRows } from './load-rows.js'
import { readLoadState, writeLoadState } from './load-state.js'

const CONNECTIONS = 8

/** Loads a data folder up to at least so many rows; prints nothing when it already has them. */
export async function ensureLoaded(
  endpoint: Endpoint,
  data: string,
  rows: number,
  shape: RowShape,
): Promise<void> {
  const state = readLoadState(data) ?? { shape, loaded: 0, millions: [] }
  if (JSON.stringify(state.shape) !== JSON.stringify(shape)) {
    throw new Error(`${data} holds rows of another shape: ${JSON.stringify(state.shape)}`)
  }
  if (state.loaded >= rows) return
  await createBenchTable(endpoint)
  const startedAt = performance.now()
  let shown = startedAt
  await loadRows({
    endpoint,
    shape,
    from: state.loaded,
    to: rows,
    connections: CONNECTIONS,
    stopped: () => false,
    onLoaded: (loaded) => {
      if (performance.now() - shown < 5_000) return
      shown = performance.now()
      writeLoadState(data, { ...state, loaded })
      const rate = (loaded - state.loaded) / ((shown - startedAt) / 1000)
      process.stderr.write(`  loaded ${loaded} of ${rows} rows, ${Math.round(rate)} rows/s\n`)
    },
  })
  writeLoadState(data, { ...state, loaded: rows })
}

/** Refuses a folder that the benchmarks did not load. */
export function refuseForeignFolder(data: string): void {
  if (existsSync(data) && readLoadState(data) === undefined) {
    throw new Error(`${data} exists and was not loaded by the benchmarks; name another --data`)
  }
}
