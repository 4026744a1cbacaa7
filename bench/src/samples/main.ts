import { parseArgs } from 'node:util'
import { Client } from '@rowhouse/client'
import { KNOWN_SAMPLES, loadLines, loadSample } from '@rowhouse/demos'
import { readOptions } from '../read-options.js'
import { positive, words } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { machineFacts } from '../report/machine.js'
import { folderMb, memoryOf } from '../report/process-figures.js'
import { type AskedFigures, askAll } from './ask-all.js'
import { askBesideWrites } from './beside-writes/ask-beside-writes.js'
import { pageKeys } from './page-keys.js'
import { printBesideWrites, printFigures, printPaged } from './print-figures.js'

/**
 * `npm run bench:samples -- orders --rows N`: loads a sample into a folder that is kept, or goes on with
 * it, and asks every question of it with planted and drawn parameters.
 */
function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '1000000' },
      index: { type: 'string', default: 'after' },
      sets: { type: 'string', default: '50' },
      keys: { type: 'string', default: '2000' },
      passes: { type: 'string', default: '1' },
      questions: { type: 'string', default: '' },
      paged: { type: 'string' },
      'beside-writes': { type: 'string' },
      data: { type: 'string' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
    },
  })
  const rows = positive('rows', values.rows)
  const [name = ''] = positionals
  const known = KNOWN_SAMPLES[name]
  if (known === undefined) throw new Error(`a sample: ${Object.keys(KNOWN_SAMPLES).join(', ')}`)
  if (values.index !== 'before' && values.index !== 'after') throw new Error('--index before|after')
  return {
    known: known({ seed: 1, rows }),
    index: values.index,
    sets: positive('sets', values.sets),
    keys: positive('keys', values.keys),
    passes: positive('passes', values.passes),
    questions: values.questions,
    paged: optional('paged', values.paged),
    besideWrites: optional('beside-writes', values['beside-writes']),
    data: values.data ?? `data-bench/${name}-${rows}`,
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
  } as const
}

const optional = (name: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : positive(name, text)

async function main(): Promise<void> {
  const options = readOptions('bench:samples', 'bench/samples.md', parseOptions)
  const { known, index, sets, keys, passes, paged, besideWrites } = options
  const server = await startRowhouse(options)
  const { instance, accessKeyId: id, accessKeySecret: secret } = CREDENTIALS
  const endpoint = `http://${server.endpoint.host}:${server.endpoint.port}`
  const client = new Client({ endpoint, instance, accessKey: { id, secret } })
  try {
    const onReport = loadLines(console.log, () => performance.now())
    await loadSample(client, known.sample, { index, onReport })
    console.log(machineFacts())
    console.log(
      `${known.sample.name}: ${known.sample.rows} rows, folder ${folderMb(options.data).toFixed(0)} MB`,
    )
    const questions = known.questions.filter(({ name }) => name.includes(options.questions))
    const askPass = async (): Promise<AskedFigures[]> => {
      const figures: AskedFigures[] = []
      for (const question of questions) {
        const count = question.way === 'key' ? keys : sets
        const asked = await askAll(client, server.pid, question, count)
        console.log(`${asked.name}: p50 ${asked.latency.p50Ms.toFixed(1)} ms`)
        figures.push(asked)
      }
      return figures
    }
    for (let pass = 1; pass < passes; pass++) await askPass()
    printFigures(await askPass(), known.sample.rows)
    if (paged !== undefined) printPaged(await pageKeys(client, known, paged))
    if (besideWrites !== undefined) {
      const { name, rows } = known.sample
      printBesideWrites(await askBesideWrites({ sample: name, rows, endpoint }, besideWrites))
    }
    console.log(`server: ${memoryOf(server.pid).peakMb.toFixed(0)} MB at most`)
  } finally {
    await client.close()
    await stopChildServer(server)
  }
}

await main()
