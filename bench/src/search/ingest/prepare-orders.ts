import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ChildServer } from '../../peers/child-server.js'
import { orderMaker } from '../documents/order.js'
import { rowDataBytes } from '../documents/order-row.js'
import type { SearchWorker } from '../running/mixed-run.js'
import { OrderServer } from '../server/order-server.js'
import { type BuildFigures, COUNT_ALL, measureBuild, writeAll } from './measure-ingest.js'

/** Progress is saved after so many rows, which an interruption costs at most. */
const ROWS_PER_STEP = 500_000
const SAMPLE = 10_000

interface PreparedOrders {
  readonly documents: number
  readonly written: number
  readonly build: BuildFigures | undefined
}

/**
 * Loads all orders and builds their index, resuming where an earlier run was interrupted. The figures of
 * the build are kept beside the folder, because it is built only once.
 */
export async function prepareOrders(
  target: ChildServer,
  writer: SearchWorker,
  options: { readonly documents: number; readonly data: string },
  tableName: string,
  tell: (text: string) => void,
): Promise<BuildFigures> {
  const { documents, data } = options
  let state = readState(data) ?? { documents, written: 0, build: undefined }
  if (state.documents !== documents) {
    throw new Error(`${data} is of ${state.documents} documents; name another --data`)
  }
  const server = new OrderServer(target.endpoint, tableName)
  try {
    await server.createTable()
    while (state.written < documents) {
      const writes = Math.min(ROWS_PER_STEP, documents - state.written)
      const plan = { tableName, from: state.written, writes, updateShare: 0 }
      const seconds = await writeAll({ ...target, documents }, writer, plan)
      state = { ...state, written: state.written + writes }
      writeState(data, state)
      tell(`${state.written} rows written, ${Math.round(writes / seconds)} rows/s`)
    }
    const build = state.build ?? (await buildIndex(server, documents, tell))
    writeState(data, { ...state, build })
    await server.waitForIndex(COUNT_ALL)
    return build
  } finally {
    server.close()
  }
}

function buildIndex(
  server: OrderServer,
  documents: number,
  tell: (text: string) => void,
): Promise<BuildFigures> {
  let shownAt = performance.now()
  return measureBuild(server, documents, (indexed) => {
    if (performance.now() - shownAt < 5_000) return
    shownAt = performance.now()
    tell(`${indexed} of ${documents} orders indexed`)
  })
}

/** The mean size of the first orders, which are like all others. */
export function meanRowDataBytes(documents: number): number {
  const make = orderMaker({ documents })
  const count = Math.min(SAMPLE, documents)
  let bytes = 0
  for (let number = 0; number < count; number += 1) bytes += rowDataBytes(make(number, 0))
  return bytes / count
}

function readState(data: string): PreparedOrders | undefined {
  const path = statePath(data)
  if (!existsSync(path)) {
    return undefined
  }
  const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isState(state)) throw new Error(`${path} is not the state of a search benchmark`)
  return state
}

function isState(state: unknown): state is PreparedOrders {
  return typeof state === 'object' && state !== null && 'documents' in state && 'written' in state
}

function writeState(data: string, state: PreparedOrders): void {
  writeFileSync(statePath(data), `${JSON.stringify(state, undefined, 2)}\n`)
}

function statePath(data: string): string {
  return `${data.replace(/\/+$/, '')}.search.json`
}
