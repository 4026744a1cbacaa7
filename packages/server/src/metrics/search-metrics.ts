import type { OpenEngine, Table } from '@rowhouse/engine'
import type { IndexStatus } from '@rowhouse/search'
import type { LoadedSearch, SearchHost } from '../search-host.js'

export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

export interface SearchSamples {
  /** Name without its prefix, help, and one sample for each index. */
  readonly gauges: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[]
  readonly searches: readonly Sample[]
  readonly misfits: readonly Sample[]
}

interface Labels extends Readonly<Record<string, string>> {
  readonly instance: string
  readonly table: string
  readonly index: string
}

const GAUGES: readonly (readonly [string, string, (status: IndexStatus) => number | undefined])[] =
  [
    ['rows', 'Rows of the index', ({ figures }) => figures?.rows],
    ['bytes', 'Size of the index', ({ figures }) => figures?.bytes],
    ['memory_bytes', 'Memory that the index takes', ({ figures }) => figures?.memoryBytes],
    ['segments', 'Segments of the index', ({ figures }) => figures?.segments],
    ['lag_bytes', 'Changes that are not in the index yet', ({ lag }) => lag.bytes],
    ['lag_seconds', 'How old the oldest of them is', ({ lag }) => lag.milliseconds / 1000],
    [
      'building',
      '1 while it is built over its table',
      ({ syncPhase }) => Number(syncPhase === 'FULL'),
    ],
    [
      'in_trouble',
      '1 while it is damaged, behind or failing',
      ({ state }) => Number(isTrouble(state)),
    ],
    ['damaged_rows', 'Rows of the table that cannot be read', ({ damagedRows }) => damagedRows],
  ]

const isTrouble = (state: IndexStatus['state']): boolean =>
  state === 'damaged' || state === 'needsRebuild' || state === 'failing'

/** Undefined until the first index. */
export async function searchSamples(
  host: SearchHost,
  engine: OpenEngine,
): Promise<SearchSamples | undefined> {
  const loaded = await host.running()
  if (loaded === undefined) return undefined
  const statuses: (readonly [Labels, IndexStatus])[] = []
  const labelsOf = new Map<string, Labels>()
  const { keeper } = await loaded.service.indexing()
  for (const [labels, table, index] of indexesOf(engine.catalog.all())) {
    labelsOf.set(`${table}/${index}`, labels)
    const status = await keeper.describe(table, index)
    if (status !== undefined) statuses.push([labels, status])
  }
  return {
    gauges: GAUGES.map(([name, help, valueOf]) => [name, help, samplesOf(statuses, valueOf)]),
    searches: outcomesOf(loaded, labelsOf),
    misfits: statuses.flatMap(([labels, { figures }]) =>
      [...(figures?.misfits ?? [])].map(([field, count]): Sample => [{ ...labels, field }, count]),
    ),
  }
}

function* indexesOf(tables: Iterable<Table>): Iterable<readonly [Labels, number, number]> {
  for (const { description } of tables) {
    const { instance, name: table, id } = description
    for (const { name: index, number } of description.searchIndexes) {
      yield [{ instance, table, index }, id, number]
    }
  }
}

function samplesOf(
  statuses: readonly (readonly [Labels, IndexStatus])[],
  valueOf: (status: IndexStatus) => number | undefined,
): Sample[] {
  return statuses.flatMap(([labels, status]): Sample[] => {
    const value = valueOf(status)
    return value === undefined ? [] : [[labels, value]]
  })
}

function outcomesOf({ service }: LoadedSearch, labelsOf: ReadonlyMap<string, Labels>): Sample[] {
  return service.figures.all().flatMap(({ table, index, outcomes }) => {
    const labels = labelsOf.get(`${table}/${index}`)
    if (labels === undefined) return []
    return [...outcomes].map(([code, count]): Sample => [{ ...labels, code }, count])
  })
}
