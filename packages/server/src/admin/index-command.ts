import { type OpenEngine, type Table, keyOnlyRow } from '@rowhouse/engine'
import {
  type Variant,
  VariantType,
  bytesOf,
  decodeRow,
  integerOf,
  stringOf,
  variantType,
} from '@rowhouse/protocol'
import type { IndexKeeper, VerifiedKeys } from '@rowhouse/search'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import type { SearchHost } from '../search-host.js'

const place = { instance: z.string(), table: z.string(), index: z.string() }

/** What `rowhouse index …` can ask for; the same whether a server runs or not. */
export const indexCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('index-list') }),
  z.object({ action: z.literal('index-verify'), ...place }),
  z.object({ action: z.literal('index-rebuild'), ...place }),
])
export type IndexCommand = z.output<typeof indexCommand>

const keys = z.object({
  count: z.number(),
  /** The first of them, for people. */
  keys: z.array(z.string()),
})

const listed = z.object({
  ...place,
  state: z.string(),
  rows: z.number(),
  bytes: z.number(),
  lagMs: z.number(),
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
  const { table, number } = findIndex(engine, command)
  const { keeper } = await (await search.load()).service.indexing()
  const { id } = table.description
  if (command.action === 'index-rebuild') {
    await keeper.rebuild(id, number)
    return {}
  }
  return { verification: await verify(keeper, table, number) }
}

async function verify(
  keeper: IndexKeeper,
  table: Table,
  number: number,
): Promise<IndexResult['verification']> {
  const { id } = table.description
  await keeper.caughtUp(id, number)
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
  for (const { description } of engine.catalog.all()) {
    const { instance, name: table, id } = description
    for (const { name: index, number } of description.searchIndexes) {
      const { keeper } = await (await search.load()).service.indexing()
      const status = await keeper.describe(id, number)
      indexes.push({
        instance,
        table,
        index,
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

function findIndex(
  { catalog }: OpenEngine,
  asked: { readonly instance: string; readonly table: string; readonly index: string },
): { readonly table: Table; readonly number: number } {
  const table = catalog.find(asked.instance, asked.table)
  if (table === undefined) {
    throw new InstanceRefusal(`instance '${asked.instance}' has no table '${asked.table}'`)
  }
  const index = table.description.searchIndexes.find(({ name }) => name === asked.index)
  if (index === undefined) {
    throw new InstanceRefusal(`table '${asked.table}' has no search index '${asked.index}'`)
  }
  return { table, number: index.number }
}

function shown(table: Table, { count, keys: found }: VerifiedKeys): z.output<typeof keys> {
  return { count, keys: found.map((key) => describeKey(keyOnlyRow(table, key))) }
}

function describeKey(row: Buffer): string {
  return decodeRow(row)
    .primaryKey.map(({ name, value }) => `${name}=${value === undefined ? '' : describe(value)}`)
    .join(' ')
}

function describe(value: Variant): string {
  switch (variantType(value)) {
    case VariantType.INTEGER:
      return String(integerOf(value))
    case VariantType.STRING:
      return JSON.stringify(stringOf(value))
    default:
      return `0x${bytesOf(value).toString('hex')}`
  }
}
