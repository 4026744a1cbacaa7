import type { HistoryResult, TableOverview, WatchResult } from '@rowhouse/console-gate/shapes'

/** What somebody should look at; the place is a page of the instance. */
export type Problem =
  | { readonly kind: 'hotKey'; readonly table: string; readonly value: string }
  | {
      readonly kind: 'bigValue'
      readonly table: string
      readonly value: string
      readonly bytes: number
    }
  | { readonly kind: 'behind'; readonly index: string; readonly milliseconds: number }
  | { readonly kind: 'refused' | 'slow' | 'failed'; readonly count: number }
  | { readonly kind: 'diskLow' | 'backupFails' }

/** An index may be behind for a moment while rows are written. */
const LAG_MS = 60_000

interface Found {
  readonly tables: readonly Pick<TableOverview, 'table' | 'hotKeys' | 'bigValues'>[]
  readonly watched: Pick<WatchResult, 'tenants' | 'slow' | 'server'>
  readonly steps: readonly Pick<HistoryResult['steps'][number], 'operations' | 'indexes'>[]
}

/** The worst first. */
export function findProblems({ tables, watched, steps }: Found): readonly Problem[] {
  const { tenants, slow, server } = watched
  const refused = sumOf(
    tenants.map(({ busyRefusals, limitRefusals }) =>
      limitRefusals.reduce((sum, { count }) => sum + count, busyRefusals),
    ),
  )
  const failed = sumOf(steps.flatMap(({ operations }) => operations.map(({ errors }) => errors)))
  const lags = steps.at(-1)?.indexes.filter(({ lagMs }) => lagMs >= LAG_MS) ?? []
  return [
    ...(server?.isDiskLow === true ? [{ kind: 'diskLow' as const }] : []),
    ...(server?.backup?.isFailing === true ? [{ kind: 'backupFails' as const }] : []),
    ...tables.flatMap(({ table, hotKeys }) =>
      hotKeys.map((value) => ({ kind: 'hotKey' as const, table, value })),
    ),
    ...tables.flatMap(({ table, bigValues }) =>
      bigValues.map((big) => ({ kind: 'bigValue' as const, table, ...big })),
    ),
    ...lags.map(({ table, index, lagMs }) => ({
      kind: 'behind' as const,
      index: `${table} / ${index}`,
      milliseconds: lagMs,
    })),
    ...counted('refused', refused),
    ...counted('failed', failed),
    ...counted('slow', slow.length),
  ]
}

const counted = (kind: 'refused' | 'slow' | 'failed', count: number): readonly Problem[] =>
  count === 0 ? [] : [{ kind, count }]

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
