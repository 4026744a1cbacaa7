import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setImmediate as letMergesGoOn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { KNOWN_SAMPLES } from '@rowhouse/demos'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import type { SearchQuery } from '@rowhouse/protocol'
import {
  type IndexFigures,
  type SearchEngine,
  compileIndexLayout,
  openEmbeddedSearchEngine,
} from '@rowhouse/search-engine'
import { positive } from '../options.js'
import { readOptions } from '../read-options.js'
import { figure, textTable } from '../report/text-table.js'
import { cpuMs, engineFolder } from '../search/linked-index.js'
import { mainSchemaOf, searchesOf } from './captured-requests.js'
import { fieldStatistics } from './field-statistics.js'

const TIMEOUT_MS = 60_000
const MB = 1_048_576

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '1000000' },
      sets: { type: 'string', default: '40' },
      rounds: { type: 'string', default: '2' },
      questions: { type: 'string', default: '' },
      data: { type: 'string' },
      answers: { type: 'string' },
      // In MB.
      memory: { type: 'string', default: '1024' },
    },
  })
  const [name = ''] = positionals
  const known = KNOWN_SAMPLES[name]
  if (known === undefined) throw new Error(`a sample: ${Object.keys(KNOWN_SAMPLES).join(', ')}`)
  const rows = positive('rows', values.rows)
  return {
    known: known({ seed: 1, rows }),
    sets: positive('sets', values.sets),
    rounds: positive('rounds', values.rounds),
    named: values.questions.split(','),
    data: values.data ?? `data-bench/${name}-${rows}`,
    answers: values.answers,
    memoryBytes: positive('memory', values.memory) * MB,
  } as const
}

/**
 * `npm run bench:samples-engine -- media --rows N`: asks the searches of a loaded sample of the engine
 * alone, in one thread, for their processor time. With `--answers FILE` it writes what was answered, to
 * compare two builds.
 */
async function main(): Promise<void> {
  const options = readOptions('bench:samples-engine', 'bench/samples.md', parseOptions)
  const { known, sets, rounds, named, answers, memoryBytes } = options
  const folder = engineFolder(options.data)
  const [id] = folder.indexes
  if (id === undefined || folder.indexes.length > 1)
    throw new Error('a sample has one search index')
  const engine = openEmbeddedSearchEngine({
    directory: folder.directory,
    files: nodeFiles,
    clock: systemClock,
    threads: 0,
    memoryBytes,
  })
  try {
    const key = Object.keys(known.sample.tables.at(-1)?.schema.key ?? {})
    const columns = key.map((name) => ({ name, type: 'STRING' as const }))
    const schema = await mainSchemaOf(known)
    await engine.create({ id, layout: compileIndexLayout(schema, columns) })
    const { rows, segments } = await merged(engine, id)
    console.log(`${figure(rows)} rows in ${segments} segments`)
    const table: string[][] = []
    const told: string[] = []
    const isNamed = (asked: string): boolean => named.some((name) => asked.includes(name))
    const ask = async (name: string, searches: readonly SearchQuery[]): Promise<void> => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        for (const [nth, search] of searches.entries()) {
          const before = cpuMs()
          const found = await engine.search(id, search, TIMEOUT_MS)
          const took = cpuMs() - before
          if (round > 0 || rounds === 1) times.push(took)
          if (round === 0) told.push(`${name} ${nth} ${digestOf(found)}`)
        }
      }
      table.push([name, ...figuresOf(times)])
    }
    for (const question of known.questions) {
      const isAsked = question.way === 'list' || question.way === 'statistics'
      if (isAsked && isNamed(question.name)) {
        await ask(question.name, await searchesOf(question, sets))
      }
    }
    for (const { name, search } of fieldStatistics(schema)) {
      if (isNamed(name)) await ask(name, [search])
    }
    console.log(textTable(['question', 'CPU ms', 'p50', 'p95', 'max'], table))
    if (answers !== undefined) writeFileSync(answers, `${told.join('\n')}\n`)
  } finally {
    await engine.close()
    folder.remove()
  }
}

/** The figures of the index once no merge is in progress, which would take part of the measured time. */
async function merged(engine: SearchEngine, id: number): Promise<IndexFigures> {
  for (;;) {
    const figures = await engine.describe(id)
    if (!figures.isMerging) return figures
    await letMergesGoOn()
  }
}

/** Everything that a search answers, the bytes of its keys and of its aggregations included. */
function digestOf(found: unknown): string {
  const text = JSON.stringify(found, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function figuresOf(times: number[]): string[] {
  times.sort((a, b) => a - b)
  const at = (share: number) => figure(times[Math.floor((times.length - 1) * share)] ?? 0)
  return [figure(times.reduce((sum, ms) => sum + ms, 0) / times.length), at(0.5), at(0.95), at(1)]
}

await main()
