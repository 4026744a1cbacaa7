import type { Client } from '@rowhouse/client'
import { type KnownQuestion, timed } from '@rowhouse/demos'
import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'

export interface AskedFigures extends Pick<KnownQuestion, 'name' | 'way'> {
  readonly latency: LatencySummary
}

/** A job reads many rows, so a few of its parameter sets tell enough, and it needs no warm-up. */
const JOB_SETS = 2
const WARM_UP = 10

/** Asks a question with many parameters, one after the other, after a few that warm it up. */
export async function askAll(
  client: Client,
  { name, way, inquiries }: KnownQuestion,
  sets: number,
): Promise<AskedFigures> {
  const all = inquiries(way === 'job' ? JOB_SETS : sets)
  const first = way === 'job' ? [] : all.slice(0, WARM_UP)
  for (const inquiry of first) await inquiry.ask(client)
  const histogram = new LatencyHistogram()
  for (const inquiry of all) {
    const { ms } = await timed(() => inquiry.ask(client))
    histogram.record(ms)
  }
  return { name, way, latency: histogram.summary() }
}
