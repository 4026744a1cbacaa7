/**
 * The measured kinds of request. `poolRequests` distinct requests are signed before the run. Uniform reads
 * need the most, so that repetitions do not favour a cache.
 */
export interface Workload {
  readonly name: WorkloadName
  readonly title: string
  readonly rowsPerRequest: number
  readonly poolRequests: number
  readonly writes: boolean
  /** The approximate size of a reply's body, for measuring the echo without the server that it mirrors. */
  readonly replyBytes: number
}

export type WorkloadName =
  | 'get-row'
  | 'get-row-hot'
  | 'put-row'
  | 'update-row'
  | 'batch-write-row'
  | 'get-range-100'
  | 'get-range-5000'

/** The number of rows in the hot set, which are read repeatedly. */
export const HOT_ROWS = 100_000

/** The rows of a BatchWriteRow: as many as the service allows. */
export const BATCH_ROWS = 200

export const POOL_BYTES_MAX = 192 * 1024 * 1024

export const WORKLOADS: readonly Workload[] = [
  read('get-row', 'GetRow, uniform', 1, 300_000),
  read('get-row-hot', 'GetRow, hot 100,000', 1, HOT_ROWS),
  read('get-range-100', 'GetRange x100', 100, 5_000),
  read('get-range-5000', 'GetRange x5000', 5_000, 500),
  write('put-row', 'PutRow, durable', 1, 100_000),
  write('update-row', 'UpdateRow, condition', 1, 100_000),
  write('batch-write-row', 'BatchWriteRow x200', BATCH_ROWS, 1_000),
]

export function workloadNamed(name: string): Workload {
  const workload = WORKLOADS.find((candidate) => candidate.name === name)
  if (workload !== undefined) return workload
  const known = WORKLOADS.map((candidate) => candidate.name).join(', ')
  throw new Error(`No workload "${name}"; there are ${known}`)
}

function read(name: WorkloadName, title: string, rows: number, poolRequests: number): Workload {
  const replyBytes = rows * 690
  return { name, title, rowsPerRequest: rows, poolRequests, writes: false, replyBytes }
}

function write(name: WorkloadName, title: string, rows: number, poolRequests: number): Workload {
  const replyBytes = rows * 10
  return { name, title, rowsPerRequest: rows, poolRequests, writes: true, replyBytes }
}
