import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '@rowhouse/platform/testing'
import {
  createAnalyzerSource,
  IndexSearcher,
  type PublishedSegment,
  SectionCache,
} from '@rowhouse/search-engine'
import { benchLayout, roundOf, writeBenchSegments } from './bench-segments.js'

/**
 * `npm run bench:section-cache -- [--rows N] [--rounds N] [--repeats N] [--shares 0.5,1]` measures the
 * cost of searches when the section cache is smaller than the data that they read. A round runs every
 * kind of search, one kind after the other.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '30000' },
    rounds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '30' },
    shares: { type: 'string' },
  },
})
const repeats = Number(values.repeats)
const SHARES = (values.shares ?? '0.5,0.6,0.7,0.8,0.9,0.95,0.97,0.99,1,1.1,1.2')
  .split(',')
  .map(Number)
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
  rounds: number,
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
  const rounds = Number(values.rounds)
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-sections-'))
  try {
    const { segments, writing } = await writeBenchSegments(directory, Number(values.rows))
    const all = new SectionCache(1e12, true)
    await measure(all, segments, rounds)
    const searcher = await searcherOf(all, segments)
    const random = seededRandom(2)
    for (const search of roundOf(random, repeats))
      searcher.search(search, { now: 0, check: () => undefined })
    const wanted = all.figures.bytes
    searcher.close()
    console.log(`${segments.length} segments; a round wants ${(wanted / MB).toFixed(1)} MB\n`)
    console.log('| cache | found in memory | MB read | ms of processor |\n|---|---|---|---|')
    for (const share of SHARES) {
      const cache = new SectionCache(Math.floor(wanted * share), true)
      const { hitShare, readBytes, cpuMs: ms } = await measure(cache, segments, rounds)
      const read = (readBytes / MB).toFixed(2)
      console.log(`| ${share} | ${(100 * hitShare).toFixed(1)} % | ${read} | ${ms.toFixed(0)} |`)
    }
    await writing.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

await main()
