import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client, defineTable } from '@rowhouse/client'
import { positive } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { readOptions } from '../read-options.js'
import { machineFacts } from '../report/machine.js'
import { goalRow } from '../report/print-load.js'
import { memoryOf } from '../report/process-figures.js'
import { textTable } from '../report/text-table.js'
import { ConsoleSession } from './console-session.js'
import { measureFirstScreens } from './first-screen.js'
import { freePort } from '../peers/free-port.js'

const TABLES = 20
const ROWS = 200
const SETTLE_SECONDS = 15
const MEMORY_GOAL_MB = 30
const SCREEN_GOAL_MS = 1_000

const { consoles, seconds, runs, data, out } = readOptions(
  'bench:console',
  'bench/console.md',
  (args) => {
    const { values } = parseArgs({
      args,
      options: {
        consoles: { type: 'string', default: '10' },
        seconds: { type: 'string', default: '60' },
        runs: { type: 'string', default: '5' },
        data: { type: 'string', default: 'data-bench/console' },
        out: { type: 'string', default: 'bench/results/console.json' },
      },
    })
    return {
      ...values,
      consoles: positive('consoles', values.consoles),
      seconds: positive('seconds', values.seconds),
      runs: positive('runs', values.runs),
    }
  },
)

const { instance, accessKeyId: keyId, accessKeySecret: secret } = CREDENTIALS

/** What the consoles show: tables with a few rows. */
async function fill(endpoint: string): Promise<void> {
  const client = new Client({ endpoint, instance, accessKey: { id: keyId, secret } })
  for (let table = 0; table < TABLES; table++) {
    const definition = defineTable({
      name: nameOf(table),
      key: { id: 'integer' },
      columns: { text: 'string' },
    })
    const opened = await client.createTable(definition)
    for (let id = 0; id < ROWS; id++) await opened.put({ id: BigInt(id), text: `row ${id}` })
  }
  await client.close()
}

const nameOf = (table: number): string => `orders${table}`

/** The most memory in a stretch of seconds, in MB. */
async function mostMemory(pid: number, during: number): Promise<number> {
  let most = 0
  for (let second = 0; second < during; second++) {
    await delay(1000)
    most = Math.max(most, memoryOf(pid).rssMb)
  }
  return most
}

async function measure() {
  rmSync(data, { recursive: true, force: true })
  const consolePort = await freePort()
  const server = await startRowhouse({
    program: undefined,
    data,
    nodeArgs: [],
    serverArgs: ['--console-port', String(consolePort)],
    cpuProfile: undefined,
  })
  const url = `http://127.0.0.1:${consolePort}/console/`
  try {
    await fill(`http://127.0.0.1:${server.endpoint.port}`)
    const open = () => ConsoleSession.open(url, { instance, keyId, secret }, nameOf(0))
    // The code behind the pages is loaded by the first one, and belongs to all.
    const first = await open()
    await first.start(fail)
    await delay(SETTLE_SECONDS * 1000)
    first.stop()
    const beforeMb = await mostMemory(server.pid, SETTLE_SECONDS)
    const sessions = await Promise.all(Array.from({ length: consoles }, open))
    for (const session of sessions) await session.start(fail)
    const openMb = await mostMemory(server.pid, seconds)
    for (const session of sessions) session.stop()
    const screens = await measureFirstScreens(url, first.cookie, runs)
    const asked = sessions.reduce((sum, session) => sum + session.asked, 0)
    return { beforeMb, openMb, asked, screens }
  } finally {
    await stopChildServer(server)
    rmSync(data, { recursive: true, force: true })
  }
}

const fail = (error: unknown): void => {
  console.error(error)
  process.exitCode = 1
}

const { beforeMb, openMb, asked, screens } = await measure()
console.log(`${consoles} consoles asked ${asked} times in ${seconds} s`)
const goals = [
  goalRow(`Memory of ${consoles} open consoles, MB`, MEMORY_GOAL_MB, openMb - beforeMb, false),
  ...(screens === undefined
    ? []
    : [
        goalRow('Sign-in usable, empty cache, ms', SCREEN_GOAL_MS, screens.signInMs, false),
        goalRow('Home usable, empty cache, ms', SCREEN_GOAL_MS, screens.homeMs, false),
      ]),
]
console.log(textTable(['goal', 'wanted', 'measured', 'met'], goals))
if (screens === undefined) console.log('There is no Chromium, so no screens were measured.')
else console.log(`Home asked for ${(screens.homeBytes / 1024).toFixed()} KB`)
mkdirSync(dirname(out), { recursive: true })
const report = { machine: machineFacts(), beforeMb, openMb, asked, screens }
writeFileSync(out, `${JSON.stringify(report, undefined, 2)}\n`)
console.log(`Written to ${out}`)
