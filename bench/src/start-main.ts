import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readOptions } from './read-options.js'
import { ensureLoaded, refuseForeignFolder } from './loader/ensure-loaded.js'
import { readLoadState } from './loader/load-state.js'
import { positive, words } from './options.js'
import { stopChildServer } from './peers/child-server.js'
import { type RowhouseOptions, startRowhouse } from './peers/rowhouse-server.js'
import { machineFacts } from './report/machine.js'
import { goalRow } from './report/print-load.js'
import { memoryOf } from './report/process-figures.js'
import { textTable } from './report/text-table.js'
import { PUBLISHED_SHAPE } from './rows/row-shape.js'
import { medianStart, type StartFigures, startAndAsk } from './start-up/measure-start.js'
import { LAST_COUNTER, makePowerCutFolder } from './start-up/power-cut-folder.js'

const MB = 1024 * 1024
const IDLE_SECONDS = 10
const REPLAY_RUNS = 3

interface StartOptions {
  readonly rows: number
  readonly runs: number
  readonly logMb: number
  readonly out: string
  readonly server: RowhouseOptions
}

function parseStartOptions(): StartOptions {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '200000' },
      data: { type: 'string' },
      runs: { type: 'string', default: '7' },
      'log-mb': { type: 'string', default: '256' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      out: { type: 'string', default: 'bench/results/start.json' },
    },
  })
  const rows = positive('rows', values.rows)
  return {
    rows,
    runs: positive('runs', values.runs),
    logMb: positive('log-mb', values['log-mb']),
    out: values.out,
    server: {
      data: values.data ?? `data-bench/published-${rows}`,
      program: values.program,
      nodeArgs: words(values['node-args']),
      serverArgs: words(values['server-args']),
      cpuProfile: undefined,
    },
  }
}

async function main(): Promise<void> {
  const options = readOptions('bench:start', 'bench/starting.md', parseStartOptions)
  await prepareFolder(options)
  const existing = await medianStart(options.runs, async () => undefined, options.server, 0)
  const idleMb = await idleMemory(options.server)
  const { replay, replayedMb } = await measureReplay(options)
  const goals = [
    goalRow('Start on an existing folder to first reply, ms', 400, existing.firstReplyMs, false),
    goalRow(
      `Start with ${replayedMb.toFixed()} MB of log to replay, ms`,
      2_000,
      replay.firstReplyMs,
      false,
    ),
    goalRow(`Memory ${IDLE_SECONDS} s after a start, MB`, 120, idleMb, false),
  ]
  console.log(textTable(['goal', 'wanted', 'measured', 'met'], goals))
  mkdirSync(dirname(options.out), { recursive: true })
  const report = { machine: machineFacts(), options, existing, idleMb, replayedMb, replay }
  writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${options.out}`)
}

async function prepareFolder({ server, rows }: StartOptions): Promise<void> {
  refuseForeignFolder(server.data)
  const shape = readLoadState(server.data)?.shape ?? PUBLISHED_SHAPE
  const loading = await startRowhouse(server)
  await ensureLoaded(loading.endpoint, server.data, rows, shape)
  await stopChildServer(loading)
}

async function idleMemory(options: RowhouseOptions): Promise<number> {
  const { server } = await startAndAsk(options, 0)
  await delay(IDLE_SECONDS * 1000)
  const { rssMb } = memoryOf(server.pid)
  await stopChildServer(server)
  return rssMb
}

/** Each start replays a fresh copy of the folder, because after a start there is nothing to replay. */
async function measureReplay(
  options: StartOptions,
): Promise<{ readonly replay: StartFigures; readonly replayedMb: number }> {
  const cut = { ...options.server, data: `${options.server.data}.power-cut` }
  const copy = { ...options.server, data: `${options.server.data}.power-cut-copy` }
  try {
    const bytes = await makePowerCutFolder(cut, options.logMb * MB)
    const prepare = async (): Promise<void> => {
      rmSync(copy.data, { recursive: true, force: true })
      cpSync(cut.data, copy.data, { recursive: true })
    }
    const replay = await medianStart(REPLAY_RUNS, prepare, copy, LAST_COUNTER)
    return { replay, replayedMb: bytes / MB }
  } finally {
    for (const { data } of [cut, copy]) rmSync(data, { recursive: true, force: true })
  }
}

await main()
