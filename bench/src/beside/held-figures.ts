import type { LatencySummary } from '../load/latency-histogram.js'
import type { ChildServer } from '../peers/child-server.js'

/** By a timer of one millisecond in the server: what is told is up to that much more than it was. */
export interface HeldFigures {
  /** How long the main thread came to no other event, whatever the reason. */
  readonly held: LatencySummary
  /** Its processor time in the same stretches: a busy machine says the same as an idle one. */
  readonly worked: LatencySummary
  readonly collections: LatencySummary
}

/** Since it was asked last; of a server that was started with a watched thread. */
export async function askHeld({ process: child }: ChildServer): Promise<HeldFigures> {
  const answer = await new Promise<unknown>((resolve) => {
    child.once('message', (message: unknown) => resolve(message))
    child.send('held')
  })
  if (!isHeldFigures(answer)) throw new Error('The server answered without figures')
  return answer
}

function isHeldFigures(answer: unknown): answer is HeldFigures {
  return typeof answer === 'object' && answer !== null && 'collections' in answer
}
