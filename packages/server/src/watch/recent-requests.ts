import { expectDefined } from '@rowhouse/platform'
import { serverLimits } from '../limits.js'
import { LATENCY_BOUNDS, type LatencyHistogram } from '../metrics/latency-histogram.js'
import { type OperationFigures, operationFigures } from '../metrics/request-figures.js'

/** How often one operation was called in a stretch of time. Without an instance it is of all instances. */
export interface OperationStep {
  readonly instance?: string | undefined
  readonly operation: string
  readonly requests: number
  readonly errors: number
  /** Milliseconds in which this part of the requests was answered, as the histogram tells it. */
  readonly p50: number
  readonly p99: number
}

/** Takes the requests of instances that are too many to be counted one by one. */
const OTHERS = ''

/** Counts requests by instance and operation until the counts are taken. */
export class RecentRequests {
  #counts = new Map<string, Map<string, OperationFigures>>()
  #series = 0

  /** Requests without a time count as such only. */
  count(instance: string, operation: string, code: string, seconds: number | undefined): void {
    const figures = this.#of(instance, operation)
    figures.count(code)
    if (seconds !== undefined) figures.latency.observe(seconds)
  }

  /** What was counted since the last call: of all instances, then the busiest of single ones. */
  take(): readonly OperationStep[] {
    const counts = this.#counts
    this.#counts = new Map()
    this.#series = 0
    const all = new Map<string, OperationFigures>()
    const single: OperationStep[] = []
    for (const [instance, operations] of counts) {
      for (const [operation, figures] of operations) {
        operationFigures(all, operation).add(figures)
        if (instance !== OTHERS) single.push({ instance, ...stepOf(operation, figures) })
      }
    }
    const busiest = single.toSorted((a, b) => b.requests - a.requests)
    return [
      ...[...all].map(([operation, figures]) => stepOf(operation, figures)),
      ...busiest.slice(0, serverLimits.HISTORY_SERIES_MAX),
    ]
  }

  #of(instance: string, operation: string): OperationFigures {
    const known = this.#counts.get(instance)?.get(operation)
    if (known !== undefined) return known
    this.#series += 1
    const name = this.#series > serverLimits.RECENT_SERIES_MAX ? OTHERS : instance
    let operations = this.#counts.get(name)
    if (operations === undefined) {
      operations = new Map()
      this.#counts.set(name, operations)
    }
    return operationFigures(operations, operation)
  }
}

function stepOf(operation: string, { answers, latency }: OperationFigures): OperationStep {
  let requests = 0
  for (const count of answers.values()) requests += count
  return {
    operation,
    requests,
    errors: requests - (answers.get('OK') ?? 0),
    p50: quantileOf(latency, 0.5),
    p99: quantileOf(latency, 0.99),
  }
}

const MS = 1000

/** In milliseconds: within the bucket of the asked request, as if its requests were spread evenly. */
export function quantileOf({ counts }: LatencyHistogram, quantile: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * quantile
  if (wanted === 0) return 0
  let below = 0
  let lower = 0
  for (const [at, upper] of LATENCY_BOUNDS.entries()) {
    const count = expectDefined(counts[at], 'every bound has a count')
    if (count > 0 && below + count >= wanted) {
      return (lower + ((upper - lower) * (wanted - below)) / count) * MS
    }
    below += count
    lower = upper
  }
  return lower * MS
}
