import { parseArgs } from 'node:util'
import { positive, words } from '../options.js'
import {
  SEARCH_WORKLOADS,
  type SearchWorkload,
  searchWorkloadNamed,
} from './queries/search-workloads.js'

export interface SearchBenchOptions {
  readonly documents: number
  /** The rows of each table for measuring ingest and draining. */
  readonly ingestRows: number
  readonly data: string
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: readonly number[]
  readonly workloads: readonly SearchWorkload[]
  /** Memory budgets to measure under, in MB; 0 is the server's default. */
  readonly searchMemoryMb: readonly number[]
  /** The server's option for the memory budget. */
  readonly searchMemoryOption: string
  readonly skips: ReadonlySet<Part>
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
  /** Folder for CPU profiles of the server's threads. */
  readonly cpuProfile: string | undefined
  readonly out: string
}

const PARTS = [
  'ingest',
  'drain',
  'check',
  'queries',
  'paging',
  'mixed',
  'quarter',
  'opensearch',
  'sqlite',
  'duckdb',
] as const

export type Part = (typeof PARTS)[number]

export function parseSearchOptions(args: readonly string[]): SearchBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      documents: { type: 'string', default: '1000000' },
      'ingest-rows': { type: 'string' },
      data: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '2' },
      connections: { type: 'string', default: '1,8' },
      searches: { type: 'string' },
      'search-memory': { type: 'string', default: '2048' },
      'search-memory-option': { type: 'string', default: '--search-memory' },
      skip: { type: 'string', default: '' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
      out: { type: 'string', default: 'bench/results/search.json' },
    },
  })
  const documents = positive('documents', values.documents)
  return {
    documents,
    ingestRows: positive('ingest-rows', values['ingest-rows'] ?? String(Math.min(documents, 1e6))),
    data: values.data ?? `data-bench/search-${documents}`,
    seconds: positive('seconds', values.seconds),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    connections: list(values.connections).map((text) => positive('connections', text)),
    workloads:
      values.searches === undefined
        ? SEARCH_WORKLOADS
        : list(values.searches).map(searchWorkloadNamed),
    searchMemoryMb: list(values['search-memory']).map((text) => positive('search-memory', text)),
    searchMemoryOption: values['search-memory-option'],
    skips: new Set(list(values.skip).map(partNamed)),
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
    out: values.out,
  }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function partNamed(name: string): Part {
  const part = PARTS.find((candidate) => candidate === name)
  if (part === undefined) throw new Error(`--skip takes ${PARTS.join(', ')}, not "${name}"`)
  return part
}
