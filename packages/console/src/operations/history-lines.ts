import type { Line } from '../charts/line-chart.js'
import type { Step } from './use-watch.js'

/** More lines than this cannot be told apart. */
const LINES_MAX = 5

type OperationOfStep = Step['operations'][number]

/** The operations of the steps, those with the most requests first. */
export function busiestOperations(steps: readonly Step[]): readonly string[] {
  const requests = new Map<string, number>()
  for (const { operations } of steps) {
    for (const { operation, requests: count } of operations) {
      requests.set(operation, (requests.get(operation) ?? 0) + count)
    }
  }
  return [...requests].toSorted(([, a], [, b]) => b - a).map(([operation]) => operation)
}

/** Requests a second of the busiest operations, and of all others together. */
export function requestLines(steps: readonly Step[], others: string): readonly Line[] {
  return rateLines(steps, busiestOperations(steps), others, ({ requests }) => requests)
}

/** The same of requests that were not answered OK, of the operations that have any. */
export function errorLines(steps: readonly Step[], others: string): readonly Line[] {
  const failing = busiestOperations(
    steps.map((step) => ({
      ...step,
      operations: step.operations.filter(({ errors }) => errors > 0),
    })),
  )
  return rateLines(steps, failing, others, ({ errors }) => errors)
}

function rateLines(
  steps: readonly Step[],
  operations: readonly string[],
  others: string,
  countOf: (step: OperationOfStep) => number,
): readonly Line[] {
  const shown = operations.slice(0, LINES_MAX)
  const rest = new Set(operations.slice(LINES_MAX))
  const rate = (step: Step, isOf: (operation: string) => boolean): number => {
    const counted = step.operations.filter(({ operation }) => isOf(operation))
    return step.seconds > 0 ? sumOf(counted.map(countOf)) / step.seconds : 0
  }
  const lines = shown.map((name) => ({
    name,
    values: steps.map((step) => rate(step, (operation) => operation === name)),
  }))
  if (rest.size === 0) return lines
  return [
    ...lines,
    { name: others, values: steps.map((step) => rate(step, (operation) => rest.has(operation))) },
  ]
}

/** In which milliseconds an operation was answered; nothing where it was not called. */
export function latencyLines(
  steps: readonly Step[],
  operation: string | undefined,
  names: { readonly p50: string; readonly p99: string },
): readonly Line[] {
  const found = steps.map((step) => step.operations.find((each) => each.operation === operation))
  if (found.every((each) => each === undefined)) return []
  return [
    { name: names.p99, values: found.map((each) => each?.p99) },
    { name: names.p50, values: found.map((each) => each?.p50) },
  ]
}

/** How many milliseconds indexes are behind, those that were furthest behind first. */
export function lagLines(steps: readonly Step[]): readonly Line[] {
  const most = new Map<string, number>()
  for (const { indexes } of steps) {
    for (const index of indexes) {
      const name = indexName(index)
      most.set(name, Math.max(most.get(name) ?? 0, index.lagMs))
    }
  }
  const shown = [...most].toSorted(([, a], [, b]) => b - a).slice(0, LINES_MAX)
  return shown.map(([name]) => ({
    name,
    values: steps.map(({ indexes }) => indexes.find((index) => indexName(index) === name)?.lagMs),
  }))
}

const indexName = ({ table, index }: Step['indexes'][number]): string => `${table} / ${index}`

/** A figure of the server, where it is known. */
export function serverLine(
  steps: readonly Step[],
  name: string,
  valueOf: (server: NonNullable<Step['server']>) => number | undefined,
): Line {
  return { name, values: steps.map(({ server }) => server && valueOf(server)) }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
