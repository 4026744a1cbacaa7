import type { Client } from '@rowhouse/client'
import { type KnownQuestion, timed } from '@rowhouse/demos'
import { cpuSecondsOf } from '../report/process-figures.js'
import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'

export interface AskedFigures extends Pick<KnownQuestion, 'name' | 'way'> {
  readonly latency: LatencySummary
  /** Processor time of the server; undefined where the system does not tell. */
  readonly cpuMsPerAsk: number | undefined
}

/** A job reads many rows, so a few of its parameter sets tell enough, and it needs no warm-up. */
const JOB_SETS = 2
const WARM_UP = 10

/** Asks a question with many parameters, one after the other, after a few that warm the server up for it. */
export async function askAll(
  client: Client,
  serverPid: number,
  { name, way, inquiries }: KnownQuestion,
  sets: number,
): Promise<AskedFigures> {
  const all = inquiries(way === 'job' ? JOB_SETS : sets)
  const first = way === 'job' ? [] : all.slice(0, WARM_UP)
  for (const inquiry of first) await inquiry.ask(client)
  const histogram = new LatencyHistogram()
  const begin = cpuSecondsOf(serverPid)
  for (const inquiry of all) {
    const { ms } = await timed(() => inquiry.ask(client))
    histogram.record(ms)
  }
  const end = cpuSecondsOf(serverPid)
  const cpuMsPerAsk = begin && end && ((end.all - begin.all) * 1_000) / all.length
  return { name, way, latency: histogram.summary(), cpuMsPerAsk }
}
