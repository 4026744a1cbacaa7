import { type OpenEngine, type SecondaryIndexStatus, type Table } from '@rowhouse/engine'
import type { Sample } from './search-metrics.js'

export interface SecondaryIndexSamples {
  /** Name without its prefix, help, and one sample for each index. */
  readonly gauges: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[]
  readonly followedRows: readonly Sample[]
  /** Writes that had to wait for the index, and the seconds that they waited together. */
  readonly heldWrites: readonly Sample[]
  readonly heldSeconds: readonly Sample[]
}

interface Described {
  readonly labels: Readonly<Record<string, string>>
  readonly status: SecondaryIndexStatus
  readonly bytes: number
  readonly progress: number
}

type Gauge = readonly [name: string, help: string, valueOf: (index: Described) => number]

const GAUGES: readonly Gauge[] = [
  ['bytes', 'Size of the index', ({ bytes }) => bytes],
  ['lag_bytes', 'Changes that are not in the index yet', ({ status }) => status.lagBytes],
  ['lag_seconds', 'How old the oldest of them is', ({ status }) => status.lagMs / 1000],
  [
    'building',
    '1 while it is built over its table',
    ({ status }) => Number(status.phase === 'FULL'),
  ],
  ['built_rows', 'Rows that the build has read', ({ status }) => status.builtRows],
  ['build_progress', 'About how much of the build is done, up to 1', ({ progress }) => progress],
  ['in_trouble', '1 while it is failing', ({ status }) => Number(status.problem !== '')],
  ['damaged_rows', 'Rows of the table that cannot be read', ({ status }) => status.damagedRows],
]

export async function secondaryIndexSamples(engine: OpenEngine): Promise<SecondaryIndexSamples> {
  const indexes: Described[] = []
  for (const index of engine.catalog.all()) {
    const described = await describe(engine, index)
    if (described !== undefined) indexes.push(described)
  }
  // A local index has no lag: the commits of its table keep it up to date.
  const global = indexes.filter(({ labels }) => labels['kind'] === 'global')
  return {
    gauges: GAUGES.map(([name, help, valueOf]) => [
      name,
      help,
      indexes.map((index): Sample => [index.labels, valueOf(index)]),
    ]),
    followedRows: global.map(({ labels, status }) => [labels, status.followedRows]),
    heldWrites: global.map(({ labels, status }) => [labels, status.heldWrites]),
    heldSeconds: global.map(({ labels, status }) => [labels, status.heldMs / 1000]),
  }
}

async function describe(engine: OpenEngine, index: Table): Promise<Described | undefined> {
  const { instance, name, id, index: of } = index.description
  if (of === undefined) return undefined
  const status = engine.indexes.status(index)
  if (status === undefined) return undefined
  const kind = of.type === 'GLOBAL' ? 'global' : 'local'
  return {
    labels: { instance, table: of.table, index: name, kind },
    status,
    bytes: await engine.store.approximateSize(id, FIRST_KEY, LAST_KEY, ANY_BYTES),
    progress: await progressOf(engine, of.tableId, status),
  }
}

/** Progress by the bytes of the table, because its rows are not counted. */
async function progressOf(
  { store }: OpenEngine,
  table: number,
  { phase, builtTo, builtRows }: SecondaryIndexStatus,
): Promise<number> {
  if (phase === 'INCR') return 1
  // Little is left to do once all rows are built.
  if (builtTo === undefined) return builtRows === 0 ? 0 : ALMOST
  const all = await store.approximateSize(table, FIRST_KEY, LAST_KEY, ANY_BYTES)
  const done = await store.approximateSize(table, FIRST_KEY, builtTo, ANY_BYTES)
  return all === 0 ? 0 : Math.min(done / all, ALMOST)
}

const ALMOST = 0.99
/** The page may be requested often, so it must not cause the store to flush. */
const ANY_BYTES = Number.POSITIVE_INFINITY
/** Below and above all keys of a table. */
const FIRST_KEY = Buffer.of(0x00)
const LAST_KEY = Buffer.of(0xff)
