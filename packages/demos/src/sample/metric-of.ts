import { expectDefined } from '@rowhouse/platform'
import type { AggregationResult } from '@rowhouse/protocol'

/** The number that an aggregation within a group answered. */
export const metricOf = (
  { subAggregations }: { readonly subAggregations: readonly AggregationResult[] },
  name: string,
): number => {
  const result = subAggregations.find((one) => one.name === name)
  const value = result !== undefined && 'value' in result ? result.value : undefined
  return expectDefined(value, `the reply has a number for ${name}`)
}

/** Sums of fractions depend on the order of their parts, so they are told to six places. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
