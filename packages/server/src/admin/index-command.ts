import {
  type OpenEngine,
  SecondaryIndexNotKeptError,
  type Table,
  keyOnlyRow,
} from '@rowhouse/engine'
import { decodeRow } from '@rowhouse/protocol'
import type { IndexKeeper, VerifiedKeys } from '@rowhouse/search'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import type { SearchHost } from '../search-host.js'
import { readableValue } from './readable-value.js'

const place = { instance: z.string(), table: z.string(), index: z.string() }

/** What `rowhouse index …` can ask for, with or without a running server. */
export const indexCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('index-list') }),
  z.object({ action: z.literal('index-verify'), ...place }),
  z.object({ action: z.literal('index-rebuild'), ...place }),
  /** Completes when the index has every change that is visible now. */
  z.object({ action: z.literal('index-catch-up'), ...place }),
])
export type IndexCommand = z.output<typeof indexCommand>
type OneIndexCommand = Exclude<IndexCommand, { readonly action: 'index-list' }>
type IndexAction = OneIndexCommand['action']

const keys = z.object({
  count: z.number(),
  /** The first few of them, in readable form. */
  keys: z.array(z.string()),
})

const listed = z.object({
  ...place,
  kind: z.enum(['search', 'global', 'local']),
  state: z.string(),
  /** Only of a search index: the rows of secondary indexes are not counted. */
  rows: z.optional(z.number()),
  bytes: z.number(),
  lagMs: z.optional(z.number()),
  /** Only of a secondary index: how much of the log it has not read yet. */
  lagBytes: z.optional(z.number()),
  problem: z.string(),
})
export type ListedIndex = z.output<typeof listed>

export const indexResult = z.object({
  indexes: z.optional(z.array(listed)),
  verification: z.optional(
    z.object({ matchingRows: z.number(), missing: keys, different: keys, surplus: keys }),
  ),
})
export type IndexResult = z.output<typeof indexResult>

export async function runIndexCommand(
  engine: OpenEngine,
  search: SearchHost,
  command: IndexCommand,
): Promise<IndexResult> {
  if (command.action === 'index-list') return { indexes: await listIndexes(engine, search) }
  const { action } = command
  const found = findIndex(engine, command)
  const { table, number, secondary } = found
  const explained = (error: unknown, isNotKept: boolean): unknown => {
    if (!isThere(engine, command, found)) return dropped(command)
    return error instanceof Error && isNotKept ? new InstanceRefusal(error.message) : error
  }
  if (secondary !== undefined) {
    return runOnSecondary(engine, table, secondary, action).catch((error: unknown) => {
      throw explained(error, error instanceof SecondaryIndexNotKeptError)
    })
  }
  const { operations, service } = await search.load()
  const { keeper } = await service.indexing()
  return runOnSearch(keeper, table, number, action).catch((error: unknown) => {
    throw explained(error, error instanceof operations.IndexNotKeptError)
  })
}

async function runOnSearch(
  keeper: IndexKeeper,
  table: Table,
  number: number,
  action: IndexAction,
): Promise<IndexResult> {
  const { id } = table.description
  if (action === 'index-rebuild') {
    await keeper.rebuild(id, number)
    return {}
  }
  await keeper.caughtUp(id, number)
  if (action === 'index-catch-up') return {}
  return { verification: await verify(keeper, table, number) }
}

async function runOnSecondary(
  { indexes }: OpenEngine,
  table: Table,
  index: Table,
  action: IndexAction,
): Promise<IndexResult> {
  if (action === 'index-rebuild') {
    await indexes.rebuild(index)
    return {}
  }
  if (action === 'index-catch-up') {
    await indexes.caughtUp(index)
    return {}
  }
  const { matchingRows, missing, different, surplus } = await indexes.verify(index)
  return {
    verification: {
      matchingRows,
      missing: shown(table, missing),
      different: shown(table, different),
      surplus: shown(index, surplus),
    },
  }
}

async function verify(
  keeper: IndexKeeper,
  table: Table,
  number: number,
): Promise<IndexResult['verification']> {
  const { id } = table.description
  const { matchingRows, missing, different, surplus } = await keeper.verify(id, number)
  return {
    matchingRows,
    missing: shown(table, missing),
    different: shown(table, different),
    surplus: shown(table, surplus),
  }
}

async function listIndexes(engine: OpenEngine, search: SearchHost): Promise<ListedIndex[]> {
  const indexes: ListedIndex[] = []
  for (const open of engine.catalog.all()) {
    const { instance, name: table, id, index: of } = open.description
    if (of !== undefined) indexes.push(await describeSecondary(engine, open, of))
    const { description } = open
    for (const { name: index, number } of description.searchIndexes) {
      const { keeper } = await (await search.load()).service.indexing()
      const status = await keeper.describe(id, number)
      indexes.push({
        instance,
        table,
        index,
        kind: 'search',
        state: status?.state ?? 'opening',
        rows: status?.figures?.rows ?? 0,
        bytes: status?.figures?.bytes ?? 0,
        lagMs: status?.lag.milliseconds ?? 0,
        problem: status?.problem ?? '',
      })
    }
  }
  return indexes
}

async function describeSecondary(
  { indexes, store }: OpenEngine,
  index: Table,
  of: NonNullable<Table['description']['index']>,
): Promise<ListedIndex> {
  const { description } = index
  const status = indexes.status(index)
  const problem = status?.problem ?? ''
  return {
    instance: description.instance,
    table: of.table,
    index: description.name,
    kind: of.type === 'GLOBAL' ? 'global' : 'local',
    state: problem === '' ? STATES[status?.phase ?? 'NONE'] : 'failing',
    bytes: await store.approximateSize(description.id, FIRST_KEY, LAST_KEY),
    lagBytes: status?.lagBytes ?? 0,
    problem,
  }
}

const STATES = { NONE: 'opening', FULL: 'building', INCR: 'following' } as const
/** Below and above all keys of a table. */
const FIRST_KEY = Buffer.of(0x00)
const LAST_KEY = Buffer.of(0xff)

interface FoundIndex {
  readonly table: Table
  /** The number of a search index; 0 for a secondary index. */
  readonly number: number
  readonly secondary: Table | undefined
}

function findIndex({ catalog }: OpenEngine, asked: OneIndexCommand): FoundIndex {
  const table = catalog.find(asked.instance, asked.table)
  if (table === undefined) {
    throw new InstanceRefusal(`instance '${asked.instance}' has no table '${asked.table}'`)
  }
  const index = table.description.searchIndexes.find(({ name }) => name === asked.index)
  if (index !== undefined) return { table, number: index.number, secondary: undefined }
  const secondary = catalog.find(asked.instance, asked.index)
  if (secondary?.description.index?.tableId !== table.description.id) {
    throw new InstanceRefusal(`table '${asked.table}' has no index '${asked.index}'`)
  }
  return { table, number: 0, secondary }
}

/** Another client may have dropped the index meanwhile, or replaced it by one with more fields. */
function isThere({ catalog }: OpenEngine, asked: OneIndexCommand, found: FoundIndex): boolean {
  const { table, number, secondary } = found
  if (secondary !== undefined) return catalog.find(asked.instance, asked.index) === secondary
  if (catalog.find(asked.instance, asked.table) !== table) return false
  return table.description.searchIndexes.some((index) => index.number === number)
}

const dropped = ({ table, index }: OneIndexCommand): InstanceRefusal =>
  new InstanceRefusal(`index '${index}' of table '${table}' was dropped or replaced meanwhile`)

function shown(table: Table, { count, keys: found }: VerifiedKeys): z.output<typeof keys> {
  return { count, keys: found.map((key) => describeKey(keyOnlyRow(table, key))) }
}

function describeKey(row: Buffer): string {
  return decodeRow(row)
    .primaryKey.map(
      ({ name, value }) => `${name}=${value === undefined ? '' : readableValue(value)}`,
    )
    .join(' ')
}
