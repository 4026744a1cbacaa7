import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandLine, seededRandom } from '@rowhouse/platform/testing'
import {
  createAnalyzerSource,
  IndexSearcher,
  type PublishedSegment,
  SectionCache,
} from '@rowhouse/search-engine'
import { benchLayout, roundOf, writeBenchSegments } from './bench-segments.js'

const USAGE = `npm run bench:section-cache -- [--rows 30000] [--rounds 2] [--repeats 30] [--shares 0.5,1]
Measures the cost of searches when the section cache is smaller than the data that they read. A round runs
every kind of search, one kind after the other.`

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '30000' },
      rounds: { type: 'string', default: '2' },
      repeats: { type: 'string', default: '30' },
      shares: { type: 'string', default: '0.5,0.6,0.7,0.8,0.9,0.95,0.97,0.99,1,1.1,1.2' },
    },
  })
  return {
    rows: aboveZero('rows', values.rows),
    rounds: aboveZero('rounds', values.rounds),
    repeats: aboveZero('repeats', values.repeats),
    shares: values.shares.split(',').map((share) => aboveZero('shares', share)),
  }
}

function aboveZero(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`--${option}: ${text} is not a number above 0`)
  return value
}

const { rows, rounds, repeats, shares } = readCommandLine(USAGE, readOptions)
const MB = 1_048_576

interface Figures {
  readonly hitShare: number
  readonly readBytes: number
  readonly cpuMs: number
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function searcherOf(cache: SectionCache, segments: readonly PublishedSegment[]) {
  const analyzers = await createAnalyzerSource().analyzersOf(benchLayout)
  const searcher = new IndexSearcher(benchLayout, analyzers, cache)
  searcher.show({ version: 1, segments })
  return searcher
}

/** The time of one round, after as many rounds that are not counted. */
async function measure(
  cache: SectionCache,
  segments: readonly PublishedSegment[],
): Promise<Figures> {
  const searcher = await searcherOf(cache, segments)
  const random = seededRandom(2)
  const run = (): void => {
    for (let round = 0; round < rounds; round++) {
      for (const search of roundOf(random, repeats)) {
        cache.nextTurn()
        searcher.search(search, { now: 0, check: () => undefined })
      }
    }
  }
  run()
  const before = cache.figures
  const cpuBefore = cpuMs()
  run()
  const cpu = cpuMs() - cpuBefore
  const { hits, loads, loadedBytes } = cache.figures
  searcher.close()
  const loaded = loads - before.loads
  return {
    hitShare: 1 - loaded / Math.max(1, hits - before.hits + loaded),
    readBytes: (loadedBytes - before.loadedBytes) / rounds,
    cpuMs: cpu / rounds,
  }
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-sections-'))
  try {
    const { segments, writing } = await writeBenchSegments(directory, rows)
    const all = new SectionCache(1e12, true)
    await measure(all, segments)
    const searcher = await searcherOf(all, segments)
    const random = seededRandom(2)
    for (const search of roundOf(random, repeats))
      searcher.search(search, { now: 0, check: () => undefined })
    const wanted = all.figures.bytes
    searcher.close()
    console.log(`${segments.length} segments; a round wants ${(wanted / MB).toFixed(1)} MB\n`)
    console.log('| cache | found in memory | MB read | ms of processor |\n|---|---|---|---|')
    for (const share of shares) {
      const cache = new SectionCache(Math.floor(wanted * share), true)
      const { hitShare, readBytes, cpuMs: ms } = await measure(cache, segments)
      const read = (readBytes / MB).toFixed(2)
      console.log(`| ${share} | ${(100 * hitShare).toFixed(1)} % | ${read} | ${ms.toFixed(0)} |`)
    }
    await writing.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

await main()
