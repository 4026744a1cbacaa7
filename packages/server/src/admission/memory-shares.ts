import { MemoryBudget } from '@rowhouse/engine'
import type { Configuration } from '../configuration/configuration.js'
import { serverLimits } from '../limits.js'

type Sizes = Pick<Configuration, 'memory' | 'bodyLimit'>

/**
 * Requests in flight have as much memory as rows. A quarter of it is for incoming bodies, which doors count
 * in their own threads. The rest is one budget for admitted requests.
 */
export function requestMemory(sizes: Sizes): MemoryBudget {
  return new MemoryBudget(sizes.memory - incomingBytes(sizes))
}

/** The bytes for incoming bodies. Two bodies always fit, whatever the configured limit. */
export function incomingBytes({ memory, bodyLimit }: Sizes): number {
  return Math.max(Math.min(serverLimits.INCOMING_BYTES_MAX, memory / 4), 2 * bodyLimit)
}

/** The part of their budget that is for the bodies of admitted requests. */
export function bodyBytes({ memory, bodyLimit }: Sizes): number {
  return Math.max(Math.min(serverLimits.REQUEST_BYTES_IN_FLIGHT_MAX, memory / 2), 4 * bodyLimit)
}
