import { MemoryBudget } from '@rowhouse/engine'
import type { Configuration } from '../configuration/configuration.js'
import { serverLimits } from '../limits.js'

type Sizes = Pick<Configuration, 'memory' | 'bodyLimit'>

/**
 * As much as rows have is for requests in flight. A quarter of it is for bodies that are still coming in,
 * which doors count, in threads of their own; the rest is one budget for the requests that are let in.
 */
export function requestMemory(sizes: Sizes): MemoryBudget {
  return new MemoryBudget(sizes.memory - incomingBytes(sizes))
}

/** For bodies that are still coming in. Two must always fit, whatever the limit was set to. */
export function incomingBytes({ memory, bodyLimit }: Sizes): number {
  return Math.max(Math.min(serverLimits.INCOMING_BYTES_MAX, memory / 4), 2 * bodyLimit)
}

/** For the bodies of requests that are let in, of the one budget. */
export function bodyBytes({ memory, bodyLimit }: Sizes): number {
  return Math.max(Math.min(serverLimits.REQUEST_BYTES_IN_FLIGHT_MAX, memory / 2), 4 * bodyLimit)
}
