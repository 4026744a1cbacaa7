import { expectDefined } from '@rowhouse/platform'
import type { Histogram } from 'prom-client'
import { LATENCY_BOUNDS, type LatencyHistogram } from './latency-histogram.js'

export interface Buckets {
  readonly name: string
  readonly help: string
  readonly series: readonly (readonly [
    labels: Readonly<Record<string, string>>,
    histogram: LatencyHistogram,
  ])[]
}

interface Value {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** A Prometheus histogram over counts that were taken elsewhere. */
export function bucketsMetric(
  prometheus: typeof import('prom-client'),
  buckets: Buckets,
): Histogram {
  class CountedHistogram extends prometheus.Histogram {
    /** The registry calls this for the page; the library's type declarations lack it. */
    async getForPromString() {
      const values = buckets.series.flatMap((series) => valuesOf(buckets.name, series))
      return { name: buckets.name, help: buckets.help, type: 'histogram', values }
    }
  }
  return new CountedHistogram({ name: buckets.name, help: buckets.help, registers: [] })
}

/** The format wants cumulative counts. */
function valuesOf(name: string, [labels, histogram]: Buckets['series'][number]): Value[] {
  const values: Value[] = []
  let total = 0
  const add = (bound: number | '+Inf', count: number): void => {
    total += count
    values.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: total })
  }
  LATENCY_BOUNDS.forEach((bound, index) =>
    add(bound, expectDefined(histogram.counts[index], 'every bound has a count')),
  )
  add('+Inf', expectDefined(histogram.counts[LATENCY_BOUNDS.length], 'what is above has a count'))
  values.push({ metricName: `${name}_sum`, labels, value: histogram.sum })
  values.push({ metricName: `${name}_count`, labels, value: total })
  return values
}
