import { find, type Measurement, type Target } from './measurement.js'

/** A figure to reach. When `atLeast` is false, the measured value must not be above it. */
export interface Goal {
  readonly name: string
  readonly wanted: number
  readonly atLeast: boolean
  readonly measured: number
}

/** GetRow's p99 alone and while large ranges are read. */
export interface MixedFigures {
  readonly target: Target
  readonly connections: number
  readonly aloneP99Ms: number
  readonly besideRangesP99Ms: number
  readonly aloneRequestsPerSecond: number
  readonly besideRangesRequestsPerSecond: number
  readonly rangeRowsPerSecond: number
}

const BUSY = 64

const placeOf = ({ target, connections }: MixedFigures): string =>
  `${target}, ${connections} connections`

/** The goals of what was measured. Those of other workloads and targets are left out. */
export function goalsOf(
  measurements: readonly Measurement[],
  mixed: readonly MixedFigures[],
): Goal[] {
  const p99 = mixed.map((figures) => ({
    name: `GetRow p99 beside GetRange x5000, times alone, ${placeOf(figures)}`,
    wanted: 3,
    atLeast: false,
    measured: figures.besideRangesP99Ms / figures.aloneP99Ms,
  }))
  const all = [
    againstEcho(measurements, 'get-row', 'GetRow, uniform', 0.65),
    againstEcho(measurements, 'get-row-hot', 'GetRow, hot set', 0.6),
    againstEcho(measurements, 'put-row', 'PutRow', 0.42),
    againstEcho(measurements, 'update-row', 'UpdateRow, condition', 0.35),
    rowsPerSecond(measurements, 'batch-write-row', 'BatchWriteRow x200', 100_000),
    rowsPerSecond(measurements, 'get-range-100', 'GetRange x100', 180_000),
    rowsPerSecond(measurements, 'get-range-5000', 'GetRange x5000', 220_000),
    againstDynalite(measurements, 'put-row', 'PutRow', 3),
    againstDynalite(measurements, 'update-row', 'UpdateRow', 3),
    againstDynalite(measurements, 'batch-write-row', 'BatchWriteRow', 3),
    againstDynalite(measurements, 'get-row', 'GetRow', 5),
    againstDynalite(measurements, 'get-range-100', 'GetRange x100', 5),
    againstDynalite(measurements, 'get-range-5000', 'GetRange x5000', 5),
    ...p99,
  ]
  return all.flatMap(({ measured, ...goal }) =>
    measured === undefined ? [] : [{ ...goal, measured }],
  )
}

export function goalIsMet({ measured, wanted, atLeast }: Goal): boolean {
  return atLeast ? measured >= wanted : measured <= wanted
}

function againstEcho(all: readonly Measurement[], workload: string, title: string, wanted: number) {
  const own = find(all, 'rowhouse', workload, BUSY)?.requestsPerSecond
  const measured = ratio(own, find(all, 'echo', workload, BUSY)?.requestsPerSecond)
  return { name: `${title}, requests/s of the echo's`, wanted, atLeast: true, measured }
}

function againstDynalite(
  all: readonly Measurement[],
  workload: string,
  title: string,
  wanted: number,
) {
  const own = find(all, 'rowhouse', workload, BUSY)?.rowsPerSecond
  const measured = ratio(own, find(all, 'dynalite', workload, BUSY)?.rowsPerSecond)
  return { name: `${title}, rows/s of dynalite's`, wanted, atLeast: true, measured }
}

function rowsPerSecond(
  all: readonly Measurement[],
  workload: string,
  title: string,
  wanted: number,
) {
  const measured = find(all, 'rowhouse', workload, BUSY)?.rowsPerSecond
  return { name: `${title}, rows/s`, wanted, atLeast: true, measured }
}

function ratio(own: number | undefined, peer: number | undefined): number | undefined {
  return own === undefined || peer === undefined ? undefined : own / peer
}
