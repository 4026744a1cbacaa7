import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '../load/connection.js'
import type { ChildServer } from '../peers/child-server.js'
import { memoryOf } from '../report/process-figures.js'
import { requestSigner } from '../workloads/signed-request.js'
import type { Attack } from './attacks.js'

export interface AttackFigures {
  readonly restMb: number
  readonly peakMb: number
  /** Memory some seconds after the last client has disconnected. */
  readonly afterMb: number
  readonly seconds: number
  readonly answers: Answers
}

/** How the requests ended; `mb` is the size of the replies. */
export interface Answers {
  ok: number
  busy: number
  failed: number
  lost: number
  mb: number
  readonly firstAfterMs: number[]
}

const BUSY_STATUS = 503
const SAMPLE_MS = 20
const AFTER_MS = 5_000
const MB = 1024 * 1024

/** All clients send their request at once and disconnect after the answer or when the time is over. */
export async function runAttack(
  { endpoint, pid }: ChildServer,
  { clients, request }: Attack,
  secondsMax: number,
): Promise<AttackFigures> {
  forgetPeak(pid)
  const restMb = memoryOf(pid).rssMb
  let peakMb = restMb
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(pid).rssMb)
  }, SAMPLE_MS)
  const startedAt = performance.now()
  const answers: Answers = { ok: 0, busy: 0, failed: 0, lost: 0, mb: 0, firstAfterMs: [] }
  const bytes = request(requestSigner(`${endpoint.host}:${endpoint.port}`))
  const connections: Connection[] = []
  const answered = Array.from(
    { length: clients },
    () =>
      new Promise<void>((resolve) => {
        const connection = new Connection(endpoint, false, {
          onReply: ({ parser }) => {
            count(answers, parser.status)
            answers.mb += parser.bodyLength / MB
            answers.firstAfterMs.push(performance.now() - startedAt)
            connection.close()
            resolve()
          },
          onLost: () => {
            answers.lost += 1
            resolve()
          },
        })
        connections.push(connection)
        connection.send(bytes)
      }),
  )
  const timeIsUp = new AbortController()
  const waiting = delay(secondsMax * 1000, undefined, { signal: timeIsUp.signal }).catch(() => {})
  await Promise.race([Promise.all(answered), waiting])
  timeIsUp.abort()
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  await delay(AFTER_MS)
  clearInterval(sampling)
  const { rssMb: afterMb, peakMb: everMb } = memoryOf(pid)
  return { restMb, peakMb: Math.max(peakMb, everMb), afterMb, seconds, answers }
}

/** Resets the peak, so that it does not include the start; without this feature samples are used. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The peak then includes the start.
  }
}

function count(answers: Answers, status: number): void {
  if (status === 200) answers.ok += 1
  else if (status === BUSY_STATUS) answers.busy += 1
  else answers.failed += 1
}
