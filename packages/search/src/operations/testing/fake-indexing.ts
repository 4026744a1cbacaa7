import type { OpenEngine, Table } from '@rowhouse/engine'
import { type SearchQuery, decodeSearchToken, encodeSearchToken } from '@rowhouse/protocol'
import type { FoundRows, IndexFigures, SearchEngine } from '@rowhouse/search-engine'
import { type IndexKeeper, type IndexStatus, indexId } from '../../keeping/index-keeper.js'
import type { Indexing } from '../search-service.js'

/** The keys of one index, and other results of the next searches. */
export interface FakeIndex {
  keys: Buffer[]
  extra: Partial<FoundRows>
  status: Partial<IndexStatus>
  damage: Error | undefined
}

/**
 * An engine that finds every key that it was given, in order, and a keeper that only records its calls.
 * That is enough to test what an operation does itself.
 */
export class FakeIndexing implements Indexing {
  readonly indexes = new Map<number, FakeIndex>()
  readonly calls: string[] = []
  readonly search: SearchEngine
  readonly keeper: IndexKeeper
  /** The promise that `caughtUp` waits for. */
  caughtUp: Promise<void> = Promise.resolve()
  /** What the keeper answers to whether an index is open; by default it is in trouble. */
  opened: IndexKeeper['opened'] = async () => false
  isShort = false

  constructor() {
    this.search = this.#createSearch()
    this.keeper = this.#createKeeper()
  }

  of(table: Table, index: number): FakeIndex {
    const found = this.indexes.get(indexId(table.description.id, index))
    if (found === undefined) throw new Error('no such fake index')
    return found
  }

  #createSearch(): SearchEngine {
    const at = (id: number): FakeIndex => {
      const index = this.indexes.get(id)
      if (index === undefined) throw new Error(`index ${id} is not open`)
      if (index.damage !== undefined) throw index.damage
      return index
    }
    return {
      create: async () => ({ position: 0, note: Buffer.alloc(0) }),
      drop: async () => {},
      apply: async () => {},
      refresh: async () => {},
      commit: async () => {},
      search: async (id, asked, timeoutMs) => {
        const index = at(id)
        this.calls.push(`search ${id} for at most ${timeoutMs} ms`)
        return found(index, asked)
      },
      highlight: async (_id, _asked, rows) =>
        rows.map(({ found: { hit }, columns }) => ({
          ...hit,
          highlight: columns.map(({ name }) => ({ fieldName: name, fragments: ['marked'] })),
        })),
      describe: async (id) => figuresOf(at(id)),
      keys: async (id, after, limit) => {
        const { keys } = at(id)
        const left = after === undefined ? keys : keys.filter((key) => key.compare(after) > 0)
        return left.slice(0, limit)
      },
      fingerprints: async () => [],
      fingerprintsOf: async (_id, images) => images.map(() => 0n),
      onDurable: () => {},
      onReset: () => {},
      close: async () => {},
    }
  }

  #createKeeper(): IndexKeeper {
    return {
      indexAdded: async (table, index) => {
        this.calls.push(`added ${index}`)
        const fresh = { keys: [], extra: {}, status: {}, damage: undefined }
        this.indexes.set(indexId(table, index), fresh)
      },
      indexRemoved: async (table, index) => {
        this.calls.push(`removed ${index}`)
        this.indexes.delete(indexId(table, index))
      },
      indexChanged: async (_table, index) => {
        this.calls.push(`changed ${index}`)
      },
      damageMet: async (_table, index) => {
        this.calls.push(`damage met ${index}`)
      },
      rebuild: async () => {},
      reconcile: async () => {},
      caughtUp: () => this.caughtUp,
      opened: (table, index) => this.opened(table, index),
      isShort: () => this.isShort,
      describe: async (table, index) => {
        const fake = this.indexes.get(indexId(table, index))
        return fake === undefined ? undefined : statusOf(fake)
      },
      verify: async () => {
        throw new Error('a fake verifies nothing')
      },
      close: async () => {},
    }
  }
}

function found(
  { keys, extra }: FakeIndex,
  { offset, limit = 10, token, sort: asked }: SearchQuery,
): FoundRows {
  const first = asked?.sorters[0]
  const isBackward = first?.kind === 'primaryKey' && first.order === 'DESC'
  const sorted = isBackward ? keys.toReversed() : keys
  const after = token === undefined ? undefined : decodeSearchToken(token).after[0]
  const left = Buffer.isBuffer(after) ? sorted.filter((key) => key.compare(after) > 0) : sorted
  const page = left.slice(offset, offset + limit)
  const last = page.at(-1)
  const sort = {
    sorters: [{ kind: 'primaryKey', order: 'ASC' } as const],
    disableDefaultPrimaryKeySorter: false,
  }
  return {
    total: keys.length,
    rows: page.map((key) => ({
      key,
      hit: { score: undefined, highlight: undefined, innerHits: [], nestedDocOffset: undefined },
    })),
    nextToken:
      last === undefined
        ? undefined
        : encodeSearchToken({ sort, after: [last], statistics: new Map() }),
    aggregations: [],
    groupBys: [],
    ...extra,
  }
}

const figuresOf = ({ keys }: FakeIndex): IndexFigures => ({
  state: 'healthy',
  problem: '',
  applied: 0,
  searchable: 0,
  durable: 0,
  rows: keys.length,
  bytes: 10 * keys.length,
  memoryBytes: 0,
  segments: 1,
  isMerging: false,
  misfits: new Map(),
})

const statusOf = (index: FakeIndex): IndexStatus => ({
  state: 'following',
  syncPhase: 'INCR',
  problem: '',
  syncedAt: 1_000_000_000n,
  build: undefined,
  lag: { bytes: 0, milliseconds: 0 },
  damagedRows: 0,
  figures: figuresOf(index),
  ...index.status,
})

const ROWS = 0x01

/** The keys of all rows of a table, as the store has them. */
export async function storedKeys({ store }: OpenEngine, table: Table): Promise<Buffer[]> {
  const scan = store.scan({
    table: table.description.id,
    start: Buffer.of(ROWS),
    end: Buffer.of(ROWS + 1),
    reverse: false,
    expectedEntries: 100,
  })
  const keys: Buffer[] = []
  for (;;) {
    const entries = await scan.next()
    if (entries.length === 0) break
    keys.push(...entries.map(({ key }) => Buffer.from(key)))
  }
  await scan.close()
  return keys
}
