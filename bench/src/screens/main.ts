import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@rowhouse/client'
import { KNOWN_SAMPLES, findSampleSet, loadLines, loadSample } from '@rowhouse/demos'
import { readCommandLine } from '@rowhouse/platform/testing'
import { freePort } from '../peers/free-port.js'
import { positive, words } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { machineFacts } from '../report/machine.js'
import { cpuSecondsOf, folderMb } from '../report/process-figures.js'
import { mainIndexOf } from '../samples/main-index.js'
import { type ScreenFigures, measureScreen, printScreens } from './measure-screens.js'
import { sampleScreens } from './sample-screens.js'
import { signIn } from './sign-in.js'
import { tableScreens } from './table-screens.js'

const USAGE = `npm run bench:screens -- SAMPLE [--rows N] [--data FOLDER] [OPTIONS]

Starts a server, signs in at the console's port, and sends what the console's screens
send, through its gate: those of the sample, and those of its table and its index.

  SAMPLE          orders, shops or media
  --rows N        rows of the main table (default 100000); what is missing is loaded
  --data FOLDER   default data-bench/SAMPLE-N, as of bench:samples; a sample that is there
                  is measured in its own size unless --rows says otherwise
  --sets N        drawn parameters of each question (default 20)
  --times N       times that each request is measured, at least (default 40)
  --limit N       seconds that one request may take, and in which each is measured (default 60)
  --screens TEXT  only screens and requests whose names contain it
  --server-args   further options of rowhouse serve, in one text
  --out FILE      default bench/results/screens-SAMPLE.json

More stands in bench/console.md.`

const DEFAULT_ROWS = '100000'

function readScreenOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rows: { type: 'string' },
      data: { type: 'string' },
      sets: { type: 'string', default: '20' },
      times: { type: 'string', default: '40' },
      limit: { type: 'string', default: '60' },
      screens: { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      out: { type: 'string' },
    },
  })
  const [name = ''] = positionals
  const known = KNOWN_SAMPLES[name]
  if (known === undefined) throw new Error(`a sample: ${Object.keys(KNOWN_SAMPLES).join(', ')}`)
  const rows = values.rows ?? DEFAULT_ROWS
  return {
    name,
    known,
    rows: values.rows === undefined ? undefined : positive('rows', values.rows),
    defaultRows: Number(DEFAULT_ROWS),
    data: values.data ?? `data-bench/${name}-${rows}`,
    sets: positive('sets', values.sets),
    times: positive('times', values.times),
    limitMs: 1_000 * positive('limit', values.limit),
    screens: values.screens,
    serverArgs: words(values['server-args']),
    out: values.out ?? `bench/results/screens-${name}.json`,
  }
}

const options = readCommandLine(USAGE, readScreenOptions)
const { instance, accessKeyId: keyId, accessKeySecret: secret } = CREDENTIALS

/** The sample in its size: that of the folder, or the wanted one. What is missing is loaded. */
async function loaded(client: Client) {
  const found = await findSampleSet(client, options.name)
  const rows = options.rows ?? found?.rows ?? options.defaultRows
  const known = options.known({ seed: found?.seed ?? 1, rows })
  const onReport = loadLines(console.log, () => performance.now())
  await loadSample(client, known.sample, { index: 'after', onReport })
  return known
}

async function main(): Promise<void> {
  const { data, sets, times, limitMs, out, serverArgs } = options
  const isThere = existsSync(data)
  const port = await freePort()
  const server = await startRowhouse({
    program: undefined,
    data,
    nodeArgs: [],
    serverArgs: ['--console-port', String(port), ...serverArgs],
    cpuProfile: undefined,
  })
  const endpoint = `http://${server.endpoint.host}:${server.endpoint.port}`
  const client = new Client({ endpoint, instance, accessKey: { id: keyId, secret } })
  try {
    const known = await loaded(client)
    const { source, index } = mainIndexOf(client, known.sample)
    const machine = machineFacts()
    console.log(machine)
    console.log(
      `${options.name}: ${known.sample.rows} rows, ${isThere ? 'folder' : 'new folder'} ${data} ` +
        `of ${folderMb(data).toFixed(0)} MB`,
    )
    const url = `http://127.0.0.1:${port}/console/`
    const gate = await signIn(url, { instance, keyId, secret }, limitMs)
    const place = { gate, instance, table: source.schema.name, index: index.name }
    const all = [
      ...sampleScreens({ gate, instance, known, sets }),
      ...(await tableScreens(place)),
    ].filter(({ screen, request }) => `${screen}: ${request}`.includes(options.screens))
    mkdirSync(dirname(out), { recursive: true })
    const cpuSeconds = (): number | undefined => cpuSecondsOf(server.pid)?.all
    const figures: ScreenFigures[] = []
    for (const ask of all) {
      const measured = await measureScreen(ask, { times, limitMs, cpuSeconds })
      figures.push(measured)
      const result = measured.failure ?? `p95 ${measured.latency.p95Ms.toFixed(1)} ms`
      console.log(`${ask.screen}: ${ask.request}: ${result}`)
      // A run that is ended by hand leaves what it has measured.
      const report = { machine, sample: options.name, rows: known.sample.rows, figures }
      writeFileSync(out, `${JSON.stringify(report, undefined, 2)}\n`)
    }
    printScreens(figures)
    console.log(`Written to ${out}`)
  } finally {
    await client.close()
    await stopChildServer(server)
  }
}

await main()
