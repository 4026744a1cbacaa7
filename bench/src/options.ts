import { parseArgs } from 'node:util'
import type { Target } from './report/measurement.js'
import { WORKLOADS, type Workload, workloadNamed } from './workloads/workload.js'

export interface BenchOptions {
  readonly rows: number
  readonly data: string
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  readonly workloads: readonly Workload[]
  /** Whether workloads were named; then GetRow beside ranges and the SDK are left out. */
  readonly isPartial: boolean
  readonly targets: readonly Target[]
  readonly dynaliteRows: number
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
  readonly cpuProfile: string | undefined
  readonly out: string
}

const TARGETS: readonly Target[] = ['echo', 'rowhouse', 'rowhouse-rocksdb', 'dynalite']
const USUAL_TARGETS: readonly Target[] = ['echo', 'rowhouse', 'dynalite']

export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200000' },
      data: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '2' },
      rounds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '1,64' },
      workloads: { type: 'string' },
      targets: { type: 'string', default: USUAL_TARGETS.join(',') },
      'dynalite-rows': { type: 'string', default: '20000' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
      out: { type: 'string', default: 'bench/results/bench.json' },
    },
  })
  const rows = positive('rows', values.rows)
  return {
    rows,
    data: values.data ?? `data-bench/published-${rows}`,
    seconds: positive('seconds', values.seconds),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    rounds: positive('rounds', values.rounds),
    connections: list(values.connections).map((text) => positive('connections', text)),
    workloads:
      values.workloads === undefined ? WORKLOADS : list(values.workloads).map(workloadNamed),
    isPartial: values.workloads !== undefined,
    targets: list(values.targets).map(targetNamed),
    dynaliteRows: Math.min(rows, positive('dynalite-rows', values['dynalite-rows'])),
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
    out: values.out,
  }
}

export function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"`)
  return value
}

export function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

function list(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

function targetNamed(name: string): Target {
  const target = TARGETS.find((candidate) => candidate === name)
  if (target === undefined) throw new Error(`--targets takes ${TARGETS.join(', ')}, not "${name}"`)
  return target
}
