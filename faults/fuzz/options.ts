import { parseArgs } from 'node:util'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  /** Runs only the requests [first, end), one after the other. */
  readonly only: { readonly first: number; readonly end: number } | undefined
  /** Only seeds of these operations are used; an empty list means all. */
  readonly operations: readonly string[]
  readonly store: 'memory' | 'disk'
  readonly doorThreads: number
  readonly connections: number
  /** Requests in flight on each connection. */
  readonly depth: number
}

export const USAGE = `npm run fuzz -- [--requests N] [--seed S] [--only N|N-M] [--store memory|disk]
                [--operations A,B] [--door-threads N] [--connections N] [--depth N]`

/** Parses the command line; throws an error that says what is wrong with it. */
export function readOptions(args: readonly string[]): FuzzOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: text,
      seed: text,
      only: text,
      store: text,
      operations: text,
      'door-threads': text,
      connections: text,
      depth: text,
    },
  })
  const store = values.store ?? 'memory'
  if (store !== 'memory' && store !== 'disk') throw new Error('--store is memory or disk')
  return {
    requests: count('--requests', values.requests ?? '100000'),
    seed: count('--seed', values.seed ?? String(Date.now() % 1_000_000)),
    only: values.only === undefined ? undefined : readRange(values.only),
    operations: (values.operations ?? '').split(',').filter((name) => name !== ''),
    store,
    doorThreads: count('--door-threads', values['door-threads'] ?? '0'),
    connections: Math.max(1, count('--connections', values.connections ?? '24')),
    depth: Math.max(1, count('--depth', values.depth ?? '4')),
  }
}

function count(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Error(`${name} takes a whole number, not ${text}`)
  return Number(text)
}

function readRange(text: string): { first: number; end: number } {
  const [first = '', last = first] = text.split('-')
  return { first: count('--only', first), end: count('--only', last) + 1 }
}
