import {
  createTable,
  deleteRow,
  ImageObjects,
  imagesOfSlice,
  LogTrimmedError,
  type OpenEngine,
  openEngine,
  type PartitionStore,
  putRow,
  RowImager,
  type SearchIndexDescription,
  type Table,
} from '@rowhouse/engine'
import {
  alteredStore,
  createTableRequest,
  openMemoryStore,
  tableOptions,
} from '@rowhouse/engine/testing'
import { WorkTurns } from '@rowhouse/platform'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import type { RowImage } from '@rowhouse/search-engine'
import { indexSchema } from '@rowhouse/search-engine/testing'
import {
  type FieldSchema,
  encodeIndexSchema,
  encodeRow,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { expect } from 'vitest'
import { createIndexKeeper } from '../create-index-keeper.js'
import { type IndexKeeper, type KeeperEvent, indexId } from '../index-keeper.js'
import { planIndex } from '../index-plan.js'
import { FakeSearchEngine } from './fake-search-engine.js'

export const INSTANCE = 'inst'
export const TABLE = 'orders'
/** Indexes of the tests have these fields, and the table has more. */
export const FIELDS = [plainField('a', 'KEYWORD'), plainField('n', 'KEYWORD')]
const EVERYTHING = Number.POSITIVE_INFINITY

/** An engine in memory, a fake search engine, and a keeper that can be stopped and started. */
export class KeeperFixture {
  readonly clock: ManualClock
  readonly store: PartitionStore
  readonly engine: OpenEngine
  readonly events: KeeperEvent[] = []
  search = new FakeSearchEngine()
  keeper: IndexKeeper | undefined
  static async open(checkIntervalMs: number = EVERYTHING): Promise<KeeperFixture> {
    const store = await openMemoryStore()
    const clock = manualClock()
    const log = { trimmedTo: 0 }
    const trimmable = alteredStore(store, {
      changes: (from) => {
        if (from >= log.trimmedTo) return store.changes(from)
        throw new LogTrimmedError(from, log.trimmedTo)
      },
    })
    const engine = await openEngine({ store: trimmable, clock })
    const options = tableOptions({ timeToLive: -1, maxVersions: 1, allowUpdate: false })
    await createTable(engine, INSTANCE, createTableRequest(TABLE, { tableOptions: options }))
    return new KeeperFixture(engine, clock, log, checkIntervalMs)
  }

  readonly #checkIntervalMs: number
  /** Positions before it are trimmed. */
  readonly #log: { trimmedTo: number }

  private constructor(
    engine: OpenEngine,
    clock: ManualClock,
    log: { trimmedTo: number },
    checkIntervalMs: number,
  ) {
    this.engine = engine
    this.store = engine.store
    this.clock = clock
    this.#checkIntervalMs = checkIntervalMs
    this.#log = log
  }

  get table(): Table {
    const table = this.engine.catalog.find(INSTANCE, TABLE)
    if (table === undefined) throw new Error('the table is gone')
    return table
  }

  async start(): Promise<IndexKeeper> {
    this.keeper = await createIndexKeeper({
      engine: this.engine,
      search: this.search,
      clock: this.clock,
      log: (event) => this.events.push(event),
      checkIntervalMs: this.#checkIntervalMs === EVERYTHING ? 2 ** 30 : this.#checkIntervalMs,
      retryMs: 1,
    })
    return this.keeper
  }

  async stop(): Promise<void> {
    await this.keeper?.close()
    this.keeper = undefined
  }

  /** The search engine loses its uncommitted content, and the keeper its state. */
  async crash(): Promise<void> {
    const survivor = this.search.crashed()
    await this.stop()
    this.search = survivor
  }

  /** Trims the log up to now. */
  trim(): void {
    this.#log.trimmedTo = this.store.visibleEnd
  }

  async put(pk: string, a: string): Promise<void> {
    const cells = [cell('a', a), cell('n', `${a}!`), cell('other', 'x')]
    await putRow(this.engine, INSTANCE, {
      tableName: TABLE,
      row: encodeRow({ primaryKey: [cell('pk', pk)], cells, deleteMarker: false }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }

  async remove(pk: string): Promise<void> {
    await deleteRow(this.engine, INSTANCE, {
      tableName: TABLE,
      primaryKey: encodeRow({ primaryKey: [cell('pk', pk)], cells: [], deleteMarker: true }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }

  /** Changes only the catalogue. Returns the number of the index. */
  async addIndex(fields: readonly FieldSchema[] = FIELDS, timeToLive = -1): Promise<number> {
    const number = this.table.description.nextSearchIndex
    const described: SearchIndexDescription = {
      number,
      name: `index${number}`,
      schema: encodeIndexSchema(indexSchema(...fields)),
      timeToLive,
      source: undefined,
      flowWeights: [],
      createdAt: this.clock.now(),
    }
    await this.#changeIndexes((indexes) => [...indexes, described], number + 1)
    return number
  }

  /** Adds an index to the catalogue, and tells the keeper. */
  async keep(...given: Parameters<KeeperFixture['addIndex']>): Promise<number> {
    const index = await this.addIndex(...given)
    await this.keeper?.indexAdded(this.table.description.id, index)
    return index
  }

  async expectEqual(index: number): Promise<void> {
    await this.keeper?.caughtUp(this.table.description.id, index)
    const found = this.search.searchable(this.id(index))
    expect(linesOf(found)).toEqual(linesOf(await this.expected(index)))
  }

  /** The kinds of events that the keeper has reported. */
  kinds(): string[] {
    return this.events.map(({ kind }) => kind)
  }

  /** Puts rows whose keys are numbers of six digits. */
  async fill(from: number, to: number): Promise<void> {
    const rows = Array.from({ length: to - from }, (_, i) => String(from + i).padStart(6, '0'))
    await Promise.all(rows.map((pk) => this.put(pk, `value ${pk}`)))
  }

  removeIndex(number: number): Promise<void> {
    return this.#changeIndexes((indexes) => indexes.filter((index) => index.number !== number))
  }

  changeIndex(number: number, change: Partial<SearchIndexDescription>): Promise<void> {
    return this.#changeIndexes((indexes) =>
      indexes.map((index) => (index.number === number ? { ...index, ...change } : index)),
    )
  }

  changeSchema(number: number, fields: readonly FieldSchema[]): Promise<void> {
    return this.changeIndex(number, { schema: encodeIndexSchema(indexSchema(...fields)) })
  }

  id(number: number): number {
    return indexId(this.table.description.id, number)
  }

  /** The expected content of the index: an image of every row. */
  async expected(number: number): Promise<Map<string, RowImage>> {
    const { table } = this
    const described = table.description.searchIndexes.find((index) => index.number === number)
    if (described === undefined) throw new Error('no such index')
    const source = {
      store: this.store,
      table: table.description.id,
      imager: new RowImager(table, planIndex(table, described).scope, new ImageObjects()),
      turns: new WorkTurns(this.clock, 1),
    }
    const rows = new Map<string, RowImage>()
    let slice = await imagesOfSlice(source, undefined)
    for (; slice.last !== undefined; slice = await imagesOfSlice(source, slice.last)) {
      for (const image of slice.images) rows.set(image.key.toString('latin1'), image)
    }
    return rows
  }

  async #changeIndexes(
    change: (indexes: readonly SearchIndexDescription[]) => readonly SearchIndexDescription[],
    nextSearchIndex = this.table.description.nextSearchIndex,
  ): Promise<void> {
    await this.engine.catalog.change(INSTANCE, TABLE, (current) => {
      if (current === undefined) throw new Error('the table is gone')
      const { description } = current
      const searchIndexes = change(description.searchIndexes)
      return { ...description, searchIndexes, nextSearchIndex }
    })
  }
}

/** Images as sorted lines, which are fast to compare. */
export const linesOf = (images: ReadonlyMap<string, RowImage>): string[] =>
  [...images]
    .map(([key, { columns = [], expiresAt }]) => {
      const values = columns.map(
        ({ name, value }) => `${name}=${Buffer.from(value).toString('hex')}`,
      )
      return [Buffer.from(key, 'latin1').toString('hex'), expiresAt, ...values].join(' ')
    })
    .toSorted()

const cell = (name: string, value: string) => ({
  name,
  value: stringVariant(value),
  operation: undefined,
  timestamp: undefined,
})
