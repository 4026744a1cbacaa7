import type { Clock } from '../platform/clock.js'
import type { Mutation, PartitionStore } from '../partitions/partition-store.js'
import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import { type ColumnNames, createColumnNames } from '../rows/stored/column-names.js'
import type { Catalog } from './catalog.js'
import {
  type DroppedTable,
  type ExpiryBackfill,
  encodeBackfill,
  encodeDrop,
  readCatalog,
} from './catalog-content.js'
import { backfillKey, dropKey, instancePartition, tableKey } from './catalog-keys.js'
import { encodeDescription } from './description-codec.js'
import { entriesOf } from './entries-of.js'
import { type SerialQueues, createSerialQueues } from './serial-queues.js'
import { type Table, type TableDescription, openTable } from './table.js'
import { type TableIds, createTableIds } from './table-ids.js'

/** The catalogue with what background work needs of it. */
export interface StoredCatalog extends Catalog {
  /** Removes all tables of an instance that is being deleted. */
  dropInstance(instance: string): Promise<void>
  drops(): readonly DroppedTable[]
  /** The data of the dropped table is gone; so is the memory of it. */
  finishDrop(drop: DroppedTable): Promise<void>
  backfills(): readonly ExpiryBackfill[]
  /**
   * Makes progress durable and answers the backfill to go on with. `next` undefined says that all
   * rows have their entries. Answers undefined also when the backfill was given up or begun anew
   * meanwhile.
   */
  advanceBackfill(
    backfill: ExpiryBackfill,
    next: Buffer | undefined,
  ): Promise<ExpiryBackfill | undefined>
}

/** A table that is open. Whoever holds it sees changes of the description at once. */
interface OpenTable extends Table {
  description: TableDescription
}

/** Loads the catalogue and every table's column names, so that `find` never waits. */
export const openCatalog = async (store: PartitionStore, clock: Clock): Promise<StoredCatalog> => {
  const content = await readCatalog(store)
  const catalog = new PartitionStoreCatalog(store, clock, lastGiven(content) + 1)
  for (const description of content.descriptions) {
    catalog.open(description, await loadColumnNames(store, description.id))
  }
  catalog.takeUp(content.drops, content.backfills)
  return catalog
}

/** The stored counter runs ahead of all ids; a catalogue restored without it must not reuse any. */
const lastGiven = (content: Awaited<ReturnType<typeof readCatalog>>): number => {
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

  open(description: TableDescription, names: ColumnNames): void {
    const tables = this.#instances.get(description.instance) ?? new Map<string, OpenTable>()
    tables.set(description.name, openTable(description, names))
    this.#instances.set(description.instance, tables)
  }

  takeUp(drops: readonly DroppedTable[], backfills: readonly ExpiryBackfill[]): void {
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
    this.#queues.run(instance, async () => {
      const current = this.#instances.get(instance)?.get(name)
      const next = change(current, this.#ids.next)
      if (next === undefined) {
        if (current !== undefined) await this.#remove(instance, [current])
      } else if (current === undefined) await this.#create(next)
      else await this.#replace(current, next)
    })

  dropInstance(instance: string): Promise<void> {
    return this.#queues.run(instance, async () => {
      const tables = [...(this.#instances.get(instance)?.values() ?? [])]
      if (tables.length > 0) await this.#remove(instance, tables)
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

  async #create(description: TableDescription): Promise<void> {
    this.#ids.take()
    await this.#ids.reserved(description.id)
    await this.#commit(description.instance, [putTable(description)])
    this.open(description, createColumnNames([]))
  }

  async #replace(table: OpenTable, next: TableDescription): Promise<void> {
    const { id, instance } = next
    const backfill = this.#backfillAfter(table.description, next)
    const mutations = [putTable(next)]
    if (backfill !== this.#backfills.get(id)) {
      mutations.push(this.#backfillMutation(instance, id, backfill))
    }
    await this.#commit(instance, mutations)
    table.description = next
    this.#rememberBackfill(id, backfill)
  }

  /** Rows that were written without a time to live need expiry entries once there is one. */
  #backfillAfter(before: TableDescription, after: TableDescription): ExpiryBackfill | undefined {
    if (after.options.timeToLive < 0) return undefined
    if (before.options.timeToLive >= 0) return this.#backfills.get(after.id)
    const since = this.#clock.now()
    return { instance: after.instance, id: after.id, since, next: undefined }
  }

  async #remove(instance: string, tables: readonly OpenTable[]): Promise<void> {
    const droppedAt = this.#clock.now()
    const drops = tables.map(({ description: { id } }) => ({ instance, id, droppedAt }))
    const mutations: Mutation[] = []
    for (const { description } of tables) {
      mutations.push({ key: tableKey(instance, description.name), value: undefined })
    }
    for (const drop of drops) {
      mutations.push({ key: dropKey(instance, drop.id), value: encodeDrop(drop) })
      if (this.#backfills.has(drop.id)) {
        mutations.push(this.#backfillMutation(instance, drop.id, undefined))
      }
    }
    await this.#commit(instance, mutations)
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
