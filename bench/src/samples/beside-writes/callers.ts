import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type Client, query } from '@rowhouse/client'
import { type KnownSample, timed } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'
import { LatencyHistogram, type LatencySummary } from '../../load/latency-histogram.js'
import { mainIndexOf } from '../main-index.js'

/** Who calls: readers of keys, searchers, a writer, and callers that look for rows which they wrote. */
export type CallerKind = 'keys' | 'searches' | 'writes' | 'probes'

/** What a process needs to call. */
export interface Callers {
  readonly sample: string
  readonly rows: number
  readonly endpoint: string
}

export type CallerJob =
  | { readonly step: 'prepare'; readonly kind: CallerKind; readonly callers: Callers }
  | { readonly step: 'call'; readonly seconds: number }

export interface CallerFigures {
  /** Requests, or rows of the writer. */
  readonly calls: number
  readonly latency: LatencySummary
  /** Requests that failed, by what they were told. */
  readonly failures: ReadonlyMap<string, number>
}

/** Calls for so many seconds. */
export type Caller = (seconds: number) => Promise<CallerFigures>

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

/** Makes everything that a caller asks before it is measured. */
export const CALLERS: Readonly<Record<CallerKind, (client: Client, known: KnownSample) => Caller>> =
  { keys: keyReader, searches: searcher, writes: writer, probes: prober }

function keyReader(client: Client, { questions }: KnownSample): Caller {
  const question = expectDefined(
    questions.find(({ way }) => way === 'key'),
    'a sample has a key read',
  )
  const inquiries = question.inquiries(SETS * SETS)
  return async (seconds) => {
    const isOver = clockOf(seconds)
    const histogram = new LatencyHistogram()
    await together(KEY_READERS, async (reader) => {
      for (let at = reader; !isOver(); at += KEY_READERS) {
        const inquiry = expectDefined(inquiries[at % inquiries.length], 'an inquiry')
        histogram.record((await timed(() => inquiry.ask(client))).ms)
        await wait(KEY_PAUSE_MS)
      }
    })
    return figuresOf(histogram)
  }
}

function searcher(client: Client, { questions }: KnownSample): Caller {
  const asked = questions
    .filter(({ way }) => way === 'list' || way === 'statistics')
    .map((question) => question.inquiries(SETS))
  return async (seconds) => {
    const isOver = clockOf(seconds)
    const histogram = new LatencyHistogram()
    const failures = new Map<string, number>()
    await together(SEARCHERS, async (nth) => {
      for (let at = nth; !isOver(); at += SEARCHERS) {
        // Each searcher takes one question after the other, with other parameters in each round.
        const sets = expectDefined(asked[at % asked.length], 'a question')
        const inquiry = expectDefined(sets[Math.floor(at / asked.length) % sets.length], 'a set')
        try {
          histogram.record((await timed(() => inquiry.ask(client))).ms)
        } catch (error) {
          const told = error instanceof CallError ? error.code : String(error)
          failures.set(told, (failures.get(told) ?? 0) + 1)
        }
      }
    })
    return { ...figuresOf(histogram), failures }
  }
}

function writer(client: Client, { sample }: KnownSample): Caller {
  const { source, table } = mainIndexOf(client, sample)
  const from = sample.rows
  return async (seconds) => {
    const isOver = clockOf(seconds)
    const rows = table.bulkWriter({ order: 'none', mayRepeat: true })
    const failures: unknown[] = []
    const begin = performance.now()
    let row = from
    while (!isOver()) {
      for (const end = row + ROWS_PER_TICK; row < end; row += 1) {
        rows.write({ put: source.row(row) }).catch((error: unknown) => failures.push(error))
      }
      const dueMs = ((row - from) * 1_000) / ROWS_PER_SECOND
      await wait(Math.max(0, begin + dueMs - performance.now()))
      await rows.room()
    }
    await rows.close()
    if (failures.length > 0) throw failures[0]
    return { ...figuresOf(new LatencyHistogram()), calls: row - from }
  }
}

function prober(client: Client, { sample }: KnownSample): Caller {
  const { source, table, index, idColumn } = mainIndexOf(client, sample)
  const look = async (id: string): Promise<void> => {
    for (;;) {
      const { rows } = await index.search({ query: query.term(idColumn, id), limit: 1 })
      if (rows.length > 0) return
      await wait(LOOK_EVERY_MS)
    }
  }
  return async (seconds) => {
    const isOver = clockOf(seconds)
    const histogram = new LatencyHistogram()
    // Rows of an earlier run are there already, and would be found at once.
    const first = sample.rows + PROBED_FROM + (Date.now() % PROBED_FROM)
    await together(PROBES, async (nth) => {
      for (let n = first + nth; !isOver(); n += PROBES) {
        const row = source.row(n)
        const id = row[idColumn]
        if (typeof id !== 'string') throw new Error(`row ${n} has no id`)
        await table.put(row)
        histogram.record((await timed(() => look(id))).ms)
        await wait(PROBE_PAUSE_MS)
      }
    })
    return figuresOf(histogram)
  }
}

function clockOf(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() > end
}

const figuresOf = (histogram: LatencyHistogram): CallerFigures => {
  const latency = histogram.summary()
  return { calls: latency.count, latency, failures: new Map() }
}

const together = (many: number, run: (nth: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: many }, (_, nth) => run(nth)))
