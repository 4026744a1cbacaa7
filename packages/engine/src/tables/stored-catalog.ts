import { errors } from '@rowhouse/protocol'
import { type Clock, expectDefined, invariant } from '@rowhouse/platform'
import type { Mutation, PartitionStore } from '../partitions/partition-store.js'
import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import { type ColumnNames, createColumnNames } from '../stored-rows/column-names.js'
import { type PartitionLayout, encodeLayout } from './partitions/partition-layout.js'
import { PartitionMap } from './partitions/partition-map.js'
import { IndexProjection } from './index-projection.js'
import type { Catalog, TableChanges } from './catalog.js'
import {
  type DroppedTable,
  type ExpiryBackfill,
  encodeBackfill,
  encodeDrop,
  readCatalog,
} from './catalog-content.js'
import { backfillKey, dropKey, instancePartition, partitionsKey, tableKey } from './catalog-keys.js'
import { encodeDescription } from './description-codec.js'
import { entriesOf } from './entries-of.js'
import { type SerialQueues, createSerialQueues } from './serial-queues.js'
import {
  type LocalIndex,
  type Table,
  type TableDescription,
  openTable,
} from './table-description.js'
import { type TableIds, createTableIds } from './table-ids.js'

/** The catalogue, with the operations that background work needs. */
export interface StoredCatalog extends Catalog {
  /** Removes all tables of an instance that is being deleted. */
  dropInstance(instance: string): Promise<void>
  drops(): readonly DroppedTable[]
  /** Forgets a dropped table once its data is removed. */
  finishDrop(drop: DroppedTable): Promise<void>
  /**
   * Replaces the partitions of a table. Resolves to false when the table was dropped, or when its
   * partitions have changed since `version`.
   */
  changePartitions(table: Table, version: number, layout: PartitionLayout): Promise<boolean>
  backfills(): readonly ExpiryBackfill[]
  /**
   * Makes progress durable and resolves to the backfill to continue with. `next` is undefined when all
   * rows have their entries; the result is undefined then, and also when the backfill was cancelled or
   * begun again meanwhile.
   */
  advanceBackfill(
    backfill: ExpiryBackfill,
    next: Buffer | undefined,
  ): Promise<ExpiryBackfill | undefined>
}

/** An open table, changed in place: every holder sees a new description at once. */
interface OpenTable extends Table {
  description: TableDescription
  localIndexes: readonly LocalIndex[]
}

/** Loads the catalogue and every table's column names, so that `find` never waits. */
export const openCatalog = async (store: PartitionStore, clock: Clock): Promise<StoredCatalog> => {
  const content = await readCatalog(store)
  const catalog = new PartitionStoreCatalog(store, clock, lastUsedId(content) + 1)
  const { descriptions, layouts } = content
  for (const description of descriptions) {
    if (description.index !== undefined) continue
    const names = await loadColumnNames(store, description.id)
    catalog.open(description, names, layouts.get(description.id))
  }
  for (const description of descriptions) {
    if (description.index !== undefined) catalog.openIndex(description, layouts.get(description.id))
  }
  for (const { instance } of descriptions) catalog.linkIndexes(instance)
  catalog.resumeWork(content.drops, content.backfills)
  return catalog
}

/**
 * The stored counter is ahead of all ids, but a catalogue restored without it must not reuse an id
 * either.
 */
const lastUsedId = (content: Awaited<ReturnType<typeof readCatalog>>): number => {
  let last = content.nextTableId - 1
  for (const { id } of [...content.descriptions, ...content.drops]) last = Math.max(last, id)
  return last
}

const loadColumnNames = async (store: PartitionStore, table: number): Promise<ColumnNames> => {
  const entries: [number, string][] = []
  const start = Buffer.from([Space.NAMES])
  const end = Buffer.from([Space.NAMES + 1])
  for await (const { key, value } of entriesOf(store, table, start, end)) {
    entries.push([key.readUInt32BE(1), value.toString('utf8')])
  }
  return createColumnNames(entries)
}

class PartitionStoreCatalog implements StoredCatalog {
  readonly #store: PartitionStore
  readonly #clock: Clock
  readonly #ids: TableIds
  readonly #queues: SerialQueues = createSerialQueues()
  readonly #instances = new Map<string, Map<string, OpenTable>>()
  readonly #drops = new Map<number, DroppedTable>()
  readonly #backfills = new Map<number, ExpiryBackfill>()

  constructor(store: PartitionStore, clock: Clock, nextTableId: number) {
    this.#store = store
    this.#clock = clock
    this.#ids = createTableIds(store, nextTableId)
  }

  open(description: TableDescription, names: ColumnNames, layout?: PartitionLayout): void {
    const partitions = layout === undefined ? undefined : new PartitionMap(layout)
    this.#add(openTable(description, names, partitions))
  }

  /**
   * An index shares the column names of its main table, which must be open. A local index shares its
   * partitions as well, because it has the same partition-key values.
   */
  openIndex(description: TableDescription, layout?: PartitionLayout): void {
    const index = expectDefined(description.index, 'the table is an index')
    const main = this.#instances.get(description.instance)?.get(index.table)
    invariant(main !== undefined, 'an index has a main table')
    if (index.type === 'LOCAL') this.#add(openTable(description, main.names, main.partitions))
    else this.open(description, main.names, layout)
  }

  #add(table: OpenTable): void {
    const { instance, name } = table.description
    const tables = this.#instances.get(instance) ?? new Map<string, OpenTable>()
    tables.set(name, table)
    this.#instances.set(instance, tables)
  }

  /**
   * Sets the local indexes that writes to the tables of an instance maintain. A list that is right stays
   * the same object.
   */
  linkIndexes(instance: string): void {
    const tables = this.#instances.get(instance)
    for (const main of tables?.values() ?? []) {
      const { description, names, localIndexes } = main
      const indexes = description.indexes.flatMap(({ name, type }): TableDescription[] => {
        const index = type === 'LOCAL' ? tables?.get(name) : undefined
        return index === undefined ? [] : [index.description]
      })
      const isSame = indexes.every(({ id }, at) => localIndexes[at]?.table === id)
      if (isSame && indexes.length === localIndexes.length) continue
      main.localIndexes = indexes.map((index) => ({
        table: index.id,
        name: index.name,
        projection: new IndexProjection(description, index, names),
      }))
    }
  }

  resumeWork(drops: readonly DroppedTable[], backfills: readonly ExpiryBackfill[]): void {
    for (const drop of drops) this.#drops.set(drop.id, drop)
    for (const backfill of backfills) this.#backfills.set(backfill.id, backfill)
  }

  find(instance: string, name: string): Table | undefined {
    return this.#instances.get(instance)?.get(name)
  }

  list(instance: string): readonly Table[] {
    const tables = [...(this.#instances.get(instance)?.values() ?? [])]
    return tables.sort((a, b) => (a.description.name < b.description.name ? -1 : 1))
  }

  *all(): Iterable<Table> {
    for (const tables of this.#instances.values()) yield* tables.values()
  }

  drops(): readonly DroppedTable[] {
    return [...this.#drops.values()]
  }

  backfills(): readonly ExpiryBackfill[] {
    return [...this.#backfills.values()]
  }

  change: Catalog['change'] = (instance, name, change) =>
    this.changeTogether(instance, (nextTableId) => {
      const current = this.#instances.get(instance)?.get(name)
      const next = change(current, nextTableId)
      if (current?.description.index !== undefined) throw errors.changeOfIndex(name)
      if (next !== undefined) return { put: [next], removed: [] }
      return { put: [], removed: current === undefined ? [] : [name] }
    })

  changeTogether(instance: string, change: (nextTableId: number) => TableChanges): Promise<void> {
    return this.#queues.run(instance, async () => {
      const { put, removed } = change(this.#ids.next)
      const tables = this.#instances.get(instance)
      const gone = removed.flatMap((name) => tables?.get(name) ?? [])
      if (put.length > 0 || gone.length > 0) await this.#apply(instance, put, gone)
    })
  }

  dropInstance(instance: string): Promise<void> {
    return this.#queues.run(instance, async () => {
      const tables = [...(this.#instances.get(instance)?.values() ?? [])]
      if (tables.length > 0) await this.#apply(instance, [], tables)
    })
  }

  finishDrop(drop: DroppedTable): Promise<void> {
    return this.#queues.run(drop.instance, async () => {
      await this.#commit(drop.instance, [
        { key: dropKey(drop.instance, drop.id), value: undefined },
      ])
      this.#drops.delete(drop.id)
    })
  }

  changePartitions(table: Table, version: number, layout: PartitionLayout): Promise<boolean> {
    const { instance, name, id } = table.description
    return this.#queues.run(instance, async () => {
      if (this.find(instance, name) !== table || table.partitions.version !== version) return false
      await this.#commit(instance, [
        { key: partitionsKey(instance, id), value: encodeLayout(layout) },
      ])
      table.partitions.replace(layout)
      return true
    })
  }

  advanceBackfill(
    backfill: ExpiryBackfill,
    next: Buffer | undefined,
  ): Promise<ExpiryBackfill | undefined> {
    const { id, instance } = backfill
    return this.#queues.run(instance, async () => {
      if (this.#backfills.get(id) !== backfill) return undefined
      const advanced = next === undefined ? undefined : { ...backfill, next }
      await this.#commit(instance, [this.#backfillMutation(instance, id, advanced)])
      this.#rememberBackfill(id, advanced)
      return advanced
    })
  }

  /** Commits all changes together, then applies them in memory. */
  async #apply(
    instance: string,
    put: readonly TableDescription[],
    gone: readonly OpenTable[],
  ): Promise<void> {
    const changes = put.map((next) => ({
      next,
      table: this.#instances.get(instance)?.get(next.name),
    }))
    for (const { next, table } of changes) if (table === undefined) await this.#number(next)
    const backfills = changes.flatMap(({ next, table }) =>
      table === undefined ? [] : [{ id: next.id, backfill: this.#backfillAfter(table, next) }],
    )
    const drops = gone.map(({ description: { id } }) => this.#dropOf(instance, id))
    const mutations = put.map(putTable)
    for (const { id, backfill } of backfills) {
      if (backfill === this.#backfills.get(id)) continue
      mutations.push(this.#backfillMutation(instance, id, backfill))
    }
    mutations.push(...this.#removal(instance, gone, drops))
    await this.#commit(instance, mutations)
    for (const { next, table } of changes) {
      if (table !== undefined) table.description = next
      else if (next.index === undefined) this.open(next, createColumnNames([]))
      else this.openIndex(next)
    }
    for (const { id, backfill } of backfills) this.#rememberBackfill(id, backfill)
    this.#forget(instance, gone, drops)
    this.linkIndexes(instance)
  }

  async #number({ id }: TableDescription): Promise<void> {
    invariant(id === this.#ids.next, 'new tables are numbered in order')
    this.#ids.take()
    await this.#ids.reserved(id)
  }

  /** Rows that were written without a time to live need expiry entries once there is one. */
  #backfillAfter(table: OpenTable, after: TableDescription): ExpiryBackfill | undefined {
    // Rows of an index are removed together with those of its main table.
    if (after.options.timeToLive < 0 || after.index !== undefined) return undefined
    if (table.description.options.timeToLive >= 0) return this.#backfills.get(after.id)
    const since = this.#clock.now()
    return { instance: after.instance, id: after.id, since, next: undefined }
  }

  #dropOf(instance: string, id: number): DroppedTable {
    return { instance, id, droppedAt: this.#clock.now() }
  }

  #removal(
    instance: string,
    tables: readonly OpenTable[],
    drops: readonly DroppedTable[],
  ): Mutation[] {
    const mutations: Mutation[] = []
    for (const { description } of tables) {
      mutations.push({ key: tableKey(instance, description.name), value: undefined })
      mutations.push({ key: partitionsKey(instance, description.id), value: undefined })
    }
    for (const drop of drops) {
      mutations.push({ key: dropKey(instance, drop.id), value: encodeDrop(drop) })
      if (this.#backfills.has(drop.id)) {
        mutations.push(this.#backfillMutation(instance, drop.id, undefined))
      }
    }
    return mutations
  }

  #forget(instance: string, tables: readonly OpenTable[], drops: readonly DroppedTable[]): void {
    const open = this.#instances.get(instance)
    for (const { description } of tables) open?.delete(description.name)
    if (open?.size === 0) this.#instances.delete(instance)
    for (const drop of drops) {
      this.#drops.set(drop.id, drop)
      this.#backfills.delete(drop.id)
    }
  }

  #backfillMutation(instance: string, id: number, backfill: ExpiryBackfill | undefined): Mutation {
    const value = backfill === undefined ? undefined : encodeBackfill(backfill)
    return { key: backfillKey(instance, id), value }
  }

  #rememberBackfill(id: number, backfill: ExpiryBackfill | undefined): void {
    if (backfill === undefined) this.#backfills.delete(id)
    else this.#backfills.set(id, backfill)
  }

  async #commit(instance: string, mutations: readonly Mutation[]): Promise<void> {
    await this.#store.commit({
      table: CATALOG_TABLE,
      partition: instancePartition(instance),
      expectedHead: undefined,
      token: undefined,
      mutations,
      record: undefined,
    })
  }
}

const putTable = (description: TableDescription): Mutation => ({
  key: tableKey(description.instance, description.name),
  value: encodeDescription(description),
})
