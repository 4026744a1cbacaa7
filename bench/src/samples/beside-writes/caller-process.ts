import { Client } from '@rowhouse/client'
import { KNOWN_SAMPLES } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'
import { LatencyHistogram } from '../../load/latency-histogram.js'
import { CREDENTIALS } from '../../peers/credentials.js'
import type { Answer } from '../../peers/worker-process.js'
import {
  CALLERS,
  type Caller,
  type CallerFigures,
  type CallerJob,
  type CallerKind,
  type Callers,
} from './callers.js'

const NOTHING_CALLED: CallerFigures = {
  calls: 0,
  latency: new LatencyHistogram().summary(),
  failures: new Map(),
}

/** One kind of caller of a mixed run, in a process of its own. */
function serveJobs(): void {
  let call: Caller | undefined
  const run = async (job: CallerJob): Promise<CallerFigures> => {
    if (job.step === 'call') return expectDefined(call, 'a caller was prepared')(job.seconds)
    call = prepare(job.kind, job.callers)
    return NOTHING_CALLED
  }
  process.on('message', (job: CallerJob) => {
    run(job).then(
      (figures) => answer({ kind: 'figures', figures }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function prepare(kind: CallerKind, { sample, rows, endpoint }: Callers): Caller {
  const { instance, accessKeyId: id, accessKeySecret: secret } = CREDENTIALS
  const client = new Client({ endpoint, instance, accessKey: { id, secret } })
  const known = expectDefined(KNOWN_SAMPLES[sample], 'the sample is known')
  return CALLERS[kind](client, known({ seed: 1, rows }))
}

function answer(message: Answer<CallerFigures>): void {
  process.send?.(message)
}

serveJobs()
