import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCommitLog } from '@rowhouse/engine'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { createBenchTable } from '../loader/create-table.js'
import { loadRows } from '../loader/load-rows.js'
import { stopChildServer } from '../peers/child-server.js'
import { type RowhouseOptions, startRowhouse } from '../peers/rowhouse-server.js'
import { PUBLISHED_SHAPE } from '../rows/row-shape.js'

const LOG_FOLDER = 'log'
const STORE_FOLDER = 'store'
const FIRST_ROWS = 1_000
/** About 90 MB of log, less than the size after which the server makes a checkpoint. */
const ROWS_SINCE = 120_000

/** The last row that is only in the log. */
export const LAST_COUNTER = FIRST_ROWS + ROWS_SINCE - 1

/**
 * Makes a data folder as after a power cut that lost everything since the store's last checkpoint: the old
 * store, and `logBytes` of log after it. The server would have made a checkpoint before that, so the log
 * repeats its first records, which costs replay the same: a record has the new state of a row and can be
 * applied anywhere. Returns the bytes of log.
 */
export async function makePowerCutFolder(
  options: RowhouseOptions,
  logBytes: number,
): Promise<number> {
  const store = join(options.data, STORE_FOLDER)
  const storeThen = `${options.data}.store-then`
  for (const folder of [options.data, storeThen]) rmSync(folder, { recursive: true, force: true })
  await writeRows(options, 0, FIRST_ROWS, 'SIGTERM')
  cpSync(store, storeThen, { recursive: true })
  await writeRows(options, FIRST_ROWS, ROWS_SINCE, 'SIGKILL')
  rmSync(store, { recursive: true })
  cpSync(storeThen, store, { recursive: true })
  rmSync(storeThen, { recursive: true })
  return repeatLog(join(options.data, LOG_FOLDER), logBytes)
}

async function writeRows(
  options: RowhouseOptions,
  from: number,
  rows: number,
  end: NodeJS.Signals,
): Promise<void> {
  const server = await startRowhouse(options)
  const { endpoint } = server
  await createBenchTable(endpoint)
  await loadRows({
    endpoint,
    shape: PUBLISHED_SHAPE,
    from,
    to: from + rows,
    connections: 4,
    onLoaded: () => undefined,
    stopped: () => false,
  })
  await stopChildServer(server, end)
}

/** Appends the log's records again until there are so many bytes after the checkpoint. */
async function repeatLog(directory: string, logBytes: number): Promise<number> {
  const log = await openCommitLog({ files: nodeFiles, directory, clock: systemClock })
  const { checkpointed } = log
  while (log.durableEnd - checkpointed < logBytes) {
    for await (const { payload } of log.read(checkpointed)) {
      if (log.appendedEnd - checkpointed >= logBytes) break
      await log.append(Buffer.from(payload)).durable
    }
  }
  const bytes = log.durableEnd - checkpointed
  await log.close()
  return bytes
}
