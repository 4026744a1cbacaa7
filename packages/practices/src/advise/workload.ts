import { limits } from '@rowhouse/protocol'
import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'

/** The load that the table must carry. Unknown figures are not guessed. */
export interface Workload {
  readonly partitions: number
  /** The capacity units that one partition serves per second. */
  readonly partitionUnits: number
  readonly rowBytes: number
  readonly rowsPerDay: number | undefined
  /** The rows per second at the busiest time. */
  readonly rowsPerSecond: number | undefined
  readonly horizonDays: number
}

export type WorkloadOptions = { readonly [Name in keyof Workload]?: Workload[Name] | undefined }

const PARTITIONS = 8
const HORIZON_DAYS = 365

export function workloadOf(options: WorkloadOptions, sampleRowBytes: number): Workload {
  const { partitions, partitionUnits, rowBytes, rowsPerDay, rowsPerSecond, horizonDays } = options
  const workload = {
    partitions: partitions ?? PARTITIONS,
    partitionUnits: partitionUnits ?? limits.PARTITION_UNITS_PER_SECOND,
    rowBytes: rowBytes ?? Math.max(1, sampleRowBytes),
    rowsPerDay,
    rowsPerSecond,
    horizonDays: horizonDays ?? HORIZON_DAYS,
  }
  for (const [name, value] of Object.entries(workload)) {
    if (value !== undefined && !(value > 0 && Number.isFinite(value)))
      throw new PracticeError(`${name} is a number greater than 0`)
  }
  if (workload.partitions > practicesLimits.ADVICE_PARTITIONS_MAX)
    throw new PracticeError(`partitions are at most ${practicesLimits.ADVICE_PARTITIONS_MAX}`)
  return workload
}

/** Rows that one partition takes per second. */
export const rowsOfPartition = ({ partitionUnits, rowBytes }: Workload): number =>
  partitionUnits / Math.ceil(rowBytes / limits.CAPACITY_UNIT_BYTES)
