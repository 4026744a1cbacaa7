import type { LatencySummary } from '../load/latency-histogram.js'
import type { ChildServer } from '../peers/child-server.js'

/** Measured by a timer of one millisecond in the server, so values are up to 1 ms too large. */
export interface HeldFigures {
  /** How long the main thread handled no other event, for any reason. */
  readonly held: LatencySummary
  /** Its processor time in the same periods, which is the same on busy and idle machines. */
  readonly worked: LatencySummary
  readonly collections: LatencySummary
}

/** The figures since the last call, from a server that was started with a watched thread. */
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
