import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type Client, query } from '@rowhouse/client'
import { type KnownSample, timed } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'
import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'
import { type MainIndex, mainIndexOf } from './main-index.js'

export interface BesideWritesFigures {
  readonly rowsPerSecond: number
  readonly searches: LatencySummary
  readonly searchesPerSecond: number
  readonly keyReadsAlone: LatencySummary
  readonly keyReads: LatencySummary
  /** From the acknowledgement of a row to the answer of the first search that finds it. */
  readonly fresh: LatencySummary
  /** Searches that failed, by what they were told. */
  readonly failures: ReadonlyMap<string, number>
}

const ROWS_PER_SECOND = 5_000
const ROWS_PER_TICK = 100
const SEARCHERS = 8
const SETS = 20
/** Key reads have few requests, so that they are not the load that they measure. */
const KEY_READERS = 2
const KEY_PAUSE_MS = 5
const PROBES = 4
const PROBE_PAUSE_MS = 200
const LOOK_EVERY_MS = 5
/** Numbers of the probes' rows, behind all that the writer reaches. */
const PROBED_FROM = 10_000_000

/** Asks a sample's questions while rows are written: first reads by key alone, then everything at once. */
export async function askBesideWrites(
  client: Client,
  known: KnownSample,
  seconds: number,
): Promise<BesideWritesFigures> {
  const main = mainIndexOf(client, known.sample)
  const keyReadsAlone = await readKeys(client, known, clockOf(seconds / 2))
  const isOver = clockOf(seconds)
  const [searched, keyReads, fresh, written] = await Promise.all([
    searchAll(client, known, isOver),
    readKeys(client, known, isOver),
    probe(main, known.sample.rows + PROBED_FROM, isOver),
    write(main, known.sample.rows, isOver),
  ])
  const searchesPerSecond = searched.searches.count / seconds
  const rowsPerSecond = written / seconds
  return { rowsPerSecond, searchesPerSecond, ...searched, keyReadsAlone, keyReads, fresh }
}

type IsOver = () => boolean

function clockOf(seconds: number): IsOver {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() > end
}

async function readKeys(
  client: Client,
  { questions }: KnownSample,
  isOver: IsOver,
): Promise<LatencySummary> {
  const question = expectDefined(
    questions.find(({ way }) => way === 'key'),
    'a sample has a key read',
  )
  const inquiries = question.inquiries(SETS * SETS)
  const histogram = new LatencyHistogram()
  await together(KEY_READERS, async (reader) => {
    for (let at = reader; !isOver(); at += KEY_READERS) {
      const inquiry = expectDefined(inquiries[at % inquiries.length], 'an inquiry')
      histogram.record((await timed(() => inquiry.ask(client))).ms)
      await wait(KEY_PAUSE_MS)
    }
  })
  return histogram.summary()
}

async function searchAll(client: Client, { questions }: KnownSample, isOver: IsOver) {
  const asked = questions
    .filter(({ way }) => way === 'list' || way === 'statistics')
    .map((question) => question.inquiries(SETS))
  const histogram = new LatencyHistogram()
  const failures = new Map<string, number>()
  await together(SEARCHERS, async (searcher) => {
    for (let at = searcher; !isOver(); at += SEARCHERS) {
      // Each searcher takes one question after the other, with other parameters in each round.
      const sets = expectDefined(asked[at % asked.length], 'a question')
      const inquiry = expectDefined(sets[Math.floor(at / asked.length) % sets.length], 'an inquiry')
      try {
        histogram.record((await timed(() => inquiry.ask(client))).ms)
      } catch (error) {
        const told = error instanceof CallError ? error.code : String(error)
        failures.set(told, (failures.get(told) ?? 0) + 1)
      }
    }
  })
  return { searches: histogram.summary(), failures }
}

/** Writes the rows from a number on; answers how many. */
async function write({ source, table }: MainIndex, from: number, isOver: IsOver): Promise<number> {
  const writer = table.bulkWriter({ order: 'none', mayRepeat: true })
  const failures: unknown[] = []
  const begin = performance.now()
  let row = from
  while (!isOver()) {
    for (const end = row + ROWS_PER_TICK; row < end; row += 1) {
      writer.write({ put: source.row(row) }).catch((error: unknown) => failures.push(error))
    }
    const dueMs = ((row - from) * 1_000) / ROWS_PER_SECOND
    await wait(Math.max(0, begin + dueMs - performance.now()))
    await writer.room()
  }
  await writer.close()
  if (failures.length > 0) throw failures[0]
  return row - from
}

async function probe(
  { source, table, index, idColumn }: MainIndex,
  from: number,
  isOver: IsOver,
): Promise<LatencySummary> {
  const histogram = new LatencyHistogram()
  // Rows of an earlier run are there already, and would be found at once.
  const first = from + (Date.now() % PROBED_FROM)
  await together(PROBES, async (nth) => {
    for (let n = first + nth; !isOver(); n += PROBES) {
      const row = source.row(n)
      const id = row[idColumn]
      if (typeof id !== 'string') throw new Error(`row ${n} has no id`)
      await table.put(row)
      const { ms } = await timed(async () => {
        for (;;) {
          const { rows } = await index.search({ query: query.term(idColumn, id), limit: 1 })
          if (rows.length > 0) return
          await wait(LOOK_EVERY_MS)
        }
      })
      histogram.record(ms)
      await wait(PROBE_PAUSE_MS)
    }
  })
  return histogram.summary()
}

const together = (many: number, run: (nth: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: many }, (_, nth) => run(nth)))
