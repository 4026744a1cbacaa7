import type { SdkMeasurement } from '../measure-sdk.js'
import { find, isRowhouse, type Measurement } from './measurement.js'
import { type Goal, goalIsMet, type MixedFigures } from './goals.js'
import { figure, textTable } from './text-table.js'

const MEASUREMENT_HEADER = [
  'workload',
  'connections',
  'target',
  'requests/s',
  'rows/s',
  'p50 ms',
  'p99 ms',
  'max ms',
  'CPU µs',
  'main µs',
  'RSS MB',
  'errors',
  'x echo',
  'x dynalite',
]

export function measurementTable(measurements: readonly Measurement[]): string {
  return textTable(
    MEASUREMENT_HEADER,
    measurements.map((one) => [
      one.title,
      String(one.connections),
      one.target,
      figure(one.requestsPerSecond),
      figure(one.rowsPerSecond),
      figure(one.p50Ms),
      figure(one.p99Ms),
      figure(one.maxMs),
      figure(one.cpuMicros?.all ?? 0),
      figure(one.cpuMicros?.main ?? 0),
      figure(one.rssMb),
      errorsOf(one),
      ratioTo(measurements, one, 'echo'),
      ratioTo(measurements, one, 'dynalite'),
    ]),
  )
}

export function goalTable(goals: readonly Goal[]): string {
  return textTable(
    ['goal', 'wanted', 'measured', 'met'],
    goals.map((goal) => [
      goal.name,
      `${goal.atLeast ? 'at least' : 'at most'} ${figure(goal.wanted)}`,
      figure(goal.measured),
      goalIsMet(goal) ? 'yes' : 'NO',
    ]),
  )
}

function errorsOf({ errors }: Measurement): string {
  const parts = Object.entries(errors).map(([status, count]) => `${status}:${count}`)
  return parts.length === 0 ? '0' : parts.join(' ')
}

/**
 * The ratio to the echo in requests, and to dynalite in rows, because its batches and pages are smaller.
 */
function ratioTo(
  measurements: readonly Measurement[],
  one: Measurement,
  peer: 'echo' | 'dynalite',
): string {
  const other = find(measurements, peer, one.workload, one.connections)
  if (!isRowhouse(one.target) || other === undefined) return ''
  return peer === 'echo'
    ? figure(one.requestsPerSecond / other.requestsPerSecond)
    : figure(one.rowsPerSecond / other.rowsPerSecond)
}

export function mixedTable(mixed: readonly MixedFigures[]): string {
  return textTable(
    ['GetRow', 'target', 'connections', 'requests/s', 'p99 ms', 'range rows/s'],
    mixed.flatMap((one) => [
      [
        'alone',
        one.target,
        String(one.connections),
        figure(one.aloneRequestsPerSecond),
        figure(one.aloneP99Ms),
        '',
      ],
      [
        'beside GetRange x5000 on 4',
        one.target,
        String(one.connections),
        figure(one.besideRangesRequestsPerSecond),
        figure(one.besideRangesP99Ms),
        figure(one.rangeRowsPerSecond),
      ],
    ]),
  )
}

export function sdkTable(measurements: readonly SdkMeasurement[]): string {
  return textTable(
    ['official Node SDK', 'calls/s', 'p50 ms', 'p99 ms', "SDK's CPU ms/call"],
    measurements.map((one) => [
      one.workload,
      figure(one.callsPerSecond),
      figure(one.latency.p50Ms),
      figure(one.latency.p99Ms),
      figure(one.cpuMsPerCall),
    ]),
  )
}
