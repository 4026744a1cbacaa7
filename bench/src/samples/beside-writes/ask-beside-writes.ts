import { expectDefined } from '@rowhouse/platform'
import type { LatencySummary } from '../../load/latency-histogram.js'
import { WorkerProcess } from '../../peers/worker-process.js'
import type { CallerFigures, CallerJob, CallerKind, Callers } from './callers.js'

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

/**
 * Asks a sample's questions while rows are written: first reads by key alone, then everything at once. Each
 * kind of caller is a process, so that no reply waits while another caller's process reads a long one.
 */
export async function askBesideWrites(
  callers: Callers,
  seconds: number,
): Promise<BesideWritesFigures> {
  const kinds: readonly CallerKind[] = ['keys', 'searches', 'writes', 'probes']
  const workers = new Map(kinds.map((kind) => [kind, startCaller()]))
  const run = (kind: CallerKind, job: CallerJob): Promise<CallerFigures> =>
    expectDefined(workers.get(kind), 'each kind has a process').run(job)
  try {
    await Promise.all(kinds.map((kind) => run(kind, { step: 'prepare', kind, callers })))
    const alone = await run('keys', { step: 'call', seconds: seconds / 2 })
    const [keys, searched, written, probed] = await Promise.all([
      run('keys', { step: 'call', seconds }),
      run('searches', { step: 'call', seconds }),
      run('writes', { step: 'call', seconds }),
      run('probes', { step: 'call', seconds }),
    ])
    return {
      rowsPerSecond: written.calls / seconds,
      searches: searched.latency,
      searchesPerSecond: searched.calls / seconds,
      keyReadsAlone: alone.latency,
      keyReads: keys.latency,
      fresh: probed.latency,
      failures: searched.failures,
    }
  } finally {
    for (const worker of workers.values()) worker.close()
  }
}

const startCaller = (): WorkerProcess<CallerJob, CallerFigures> =>
  new WorkerProcess('samples/beside-writes/caller-process.js')
