import type { Endpoint } from './load/connection.js'
import type { RowShape } from './rows/row-shape.js'
import type { WorkloadName } from './workloads/workload.js'

/** A job for the load generator's process. */
export interface LoadJob {
  readonly endpoint: Endpoint
  /** Which requests to send: the echo server gets the Tablestore ones. */
  readonly dialect: 'tablestore' | 'dynamodb'
  readonly rows: number
  readonly shape: RowShape
  readonly warmUpSeconds: number
  /** Infinity runs until a stop message. */
  readonly seconds: number
  readonly seed: number
  readonly streams: readonly StreamJob[]
}

/**
 * When requests are made: `recorded` before the load, which is the default; `filled` during it, from rows
 * that are encoded but for their keys, as `npm run bench:load` does; `encoded` during it, from texts (for
 * BatchWriteRow). All are digested and signed.
 */
export type RequestMaking = 'recorded' | 'filled' | 'encoded'

export interface StreamJob {
  readonly workload: WorkloadName
  readonly connections: number
  readonly pauseMs: number
  /** The warm-up lasts at least so many requests. */
  readonly warmUpRequests?: number
  /** The number of distinct requests, if it is not the workload's. */
  readonly poolRequests?: number
  readonly made?: RequestMaking
}
