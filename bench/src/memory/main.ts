import { cpSync, existsSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { waitUntilIdle } from '../report/process-figures.js'
import { textTable } from '../report/text-table.js'
import { type Attack, DELETED_ROWS, attacks } from './attacks.js'
import { loadMemoryRows } from './memory-rows.js'
import { type AttackFigures, runAttack } from './run-attack.js'

/** Measures the server's memory while clients ask for far more at once than it may hold. */

const SETTLE_SECONDS_MAX = 60
/** Memory beyond the configured budget, such as that of the program and its garbage collector. */
const ALLOWANCE_MB = 300

interface Options {
  readonly data: string
  readonly memoryMb: number
  readonly seconds: number
  readonly only: string | undefined
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'data-bench/memory' },
      memory: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
    },
  })
  return {
    data: values.data,
    memoryMb: positive('memory', values.memory),
    seconds: positive('seconds', values.seconds),
    only: values.only,
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
  }
}

async function main(): Promise<void> {
  const options = readOptions('bench:memory', 'bench/memory.md', parseOptions)
  const { data, memoryMb } = options
  if (!existsSync(`${data}/store`)) {
    await withServer(options, data, async ({ endpoint, pid }) => {
      await loadMemoryRows(endpoint, DELETED_ROWS)
      await waitUntilIdle(pid, SETTLE_SECONDS_MAX)
    })
  }
  const work = `${data}-work`
  const boundMb = 2 * memoryMb + ALLOWANCE_MB
  const lines: string[][] = []
  for (const attack of attacks.filter(({ name }) => name.includes(options.only ?? ''))) {
    rmSync(work, { recursive: true, force: true })
    cpSync(data, work, { recursive: true })
    try {
      lines.push(lineOf(attack, boundMb, await attackOnce(options, work, attack)))
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
  const header = ['--memory ' + memoryMb + 'MB', 'RSS at rest', 'peak', 'clients gone', 'bound']
  console.log(textTable([...header, 'answers', 'MB', 'first s', 'median s', 'last s'], lines))
}

const attackOnce = (options: Options, folder: string, attack: Attack): Promise<AttackFigures> =>
  withServer(options, folder, async (server) => {
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX)
    return runAttack(server, attack, options.seconds)
  })

function lineOf({ name, clients }: Attack, boundMb: number, figures: AttackFigures): string[] {
  const { ok, busy, failed, lost, mb, firstAfterMs } = figures.answers
  const ends = [`${ok} ok`, `${busy} busy`, `${failed} failed`, `${lost} lost`]
  const open = clients - ok - busy - failed - lost
  const seconds = (share: number): string => {
    const at = firstAfterMs[Math.floor(share * (firstAfterMs.length - 1))]
    return at === undefined ? '-' : (at / 1000).toFixed(1)
  }
  return [
    name,
    figures.restMb.toFixed(0),
    figures.peakMb.toFixed(0),
    figures.afterMb.toFixed(0),
    String(boundMb),
    [...ends, `${open} open`].filter((end) => !end.startsWith('0 ')).join(', '),
    mb.toFixed(0),
    seconds(0),
    seconds(0.5),
    seconds(1),
  ]
}

async function withServer<Result>(
  { memoryMb, program, nodeArgs, serverArgs }: Options,
  data: string,
  work: (server: ChildServer) => Promise<Result>,
): Promise<Result> {
  const server = await startRowhouse({
    program,
    nodeArgs,
    data,
    serverArgs: ['--memory', `${memoryMb}MB`, ...serverArgs],
    cpuProfile: undefined,
  })
  try {
    return await work(server)
  } finally {
    await stopChildServer(server)
  }
}

await main()
