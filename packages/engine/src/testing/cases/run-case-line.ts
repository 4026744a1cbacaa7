import type { CapacityUnit, PrimaryKeyType } from '@rowhouse/protocol'
import { deleteRow } from '../../rows/delete-row.js'
import { getRange } from '../../rows/get-range.js'
import { getRow } from '../../rows/get-row.js'
import { putRow } from '../../rows/put-row.js'
import { updateRow } from '../../rows/update-row.js'
import { createTable } from '../../tables/create-table.js'
import { deleteTable } from '../../tables/delete-table.js'
import { updateTable } from '../../tables/update-table.js'
import { queueDelete, queuePut, queueUpdate, sendBatch } from './batch-commands.js'
import { bulkExportRows, bulkImportRows } from './bulk-commands.js'
import {
  type CaseContext,
  type Command,
  INSTANCE,
  shown,
  transactionOf,
  units,
} from './case-command.js'
import {
  type ParsedLine,
  conditionOf,
  parseLine,
  returnContentOf,
  rowOf,
  selectionOf,
} from './requests.js'
import { abort, commit, start } from './transaction-commands.js'

const put: Command = async (context, line) => {
  const { engine } = context
  const reply = await putRow(engine, INSTANCE, {
    tableName: line.table,
    row: rowOf(line.key, line.cells),
    condition: conditionOf(line),
    returnContent: returnContentOf(line),
    transactionId: transactionOf(context, line),
  })
  return written(reply)
}

const update: Command = async (context, line) => {
  const { engine } = context
  const reply = await updateRow(engine, INSTANCE, {
    tableName: line.table,
    rowChange: rowOf(line.key, line.cells),
    condition: conditionOf(line),
    returnContent: returnContentOf(line),
    transactionId: transactionOf(context, line),
  })
  return written(reply)
}

const remove: Command = async (context, line) => {
  const { engine } = context
  const reply = await deleteRow(engine, INSTANCE, {
    tableName: line.table,
    primaryKey: rowOf(line.key, [], true),
    condition: conditionOf(line),
    returnContent: returnContentOf(line),
    transactionId: transactionOf(context, line),
  })
  return written(reply)
}

const get: Command = async (context, line) => {
  const { engine } = context
  const { consumed, row } = await getRow(engine, INSTANCE, {
    ...selectionOf(line),
    tableName: line.table,
    primaryKey: rowOf(line.key),
    token: undefined,
    transactionId: transactionOf(context, line),
  })
  return `${shown(row) || '(no row)'}\n${units(consumed)}`
}

/** `range table start key | end key | options`: backward with the option backward. */
const range: Command = async (context, line) => {
  const { engine } = context
  const { options } = line
  const limit = options.get('limit')
  const reply = await getRange(engine, INSTANCE, {
    ...selectionOf(line),
    tableName: line.table,
    direction: options.has('backward') ? 'BACKWARD' : 'FORWARD',
    limit: limit === undefined ? undefined : Number(limit),
    inclusiveStartPrimaryKey: rowOf(line.key),
    exclusiveEndPrimaryKey: rowOf(line.cells),
    token: undefined,
    transactionId: transactionOf(context, line),
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  const next = reply.nextStartPrimaryKey
  return [
    shown(reply.rows) || '(no rows)',
    ...(next === undefined ? [] : [`next ${shown(next)}`]),
    units(reply.consumed),
  ].join('\n')
}

/** `create-table t | | key=a:STRING,b:INTEGER:auto versions=3 ttl=86400 deviation=... transactions` */
const create: Command = async ({ engine }, line) => {
  await createTable(engine, INSTANCE, {
    tableMeta: {
      tableName: line.table,
      primaryKey: [...(line.options.get('key')?.split(',') ?? [])].map(keyColumn),
      definedColumns: [],
    },
    reservedThroughput: { read: 0, write: 0 },
    tableOptions: { ...tableOptionsOf(line), ...defaultsOf(line) },
    partitions: [],
    streamSpec: undefined,
    sseSpec: undefined,
    indexMetas: [],
    enableLocalTxn: line.options.has('transactions'),
  })
  return 'ok'
}

const KEY_TYPES: ReadonlyMap<string, PrimaryKeyType> = new Map([
  ['INTEGER', 'INTEGER'],
  ['STRING', 'STRING'],
  ['BINARY', 'BINARY'],
])

const keyColumn = (text: string) => {
  const [name = '', type = '', auto] = text.split(':')
  const known = KEY_TYPES.get(type)
  return { name, type: known ?? { unknown: 0 }, autoIncrement: auto === 'auto' }
}

const tableOptionsOf = ({ options }: ParsedLine) => {
  const number = (name: string): number | undefined => {
    const text = options.get(name)
    return text === undefined ? undefined : Number(text)
  }
  const deviation = options.get('deviation')
  const allow = options.get('allow-update')
  return {
    timeToLive: number('ttl'),
    maxVersions: number('versions'),
    deviationCellVersionInSec: deviation === undefined ? undefined : BigInt(deviation),
    allowUpdate: allow === undefined ? undefined : allow === 'true',
    updateFullRow: undefined,
  }
}

const defaultsOf = ({ options }: ParsedLine) => ({
  timeToLive: Number(options.get('ttl') ?? -1),
  maxVersions: Number(options.get('versions') ?? 1),
})

const change: Command = async ({ engine }, line) => {
  await updateTable(engine, INSTANCE, {
    tableName: line.table,
    reservedThroughput: undefined,
    tableOptions: tableOptionsOf(line),
    streamSpec: undefined,
  })
  return 'ok'
}

const removeTable: Command = async ({ engine }, line) => {
  await deleteTable(engine, INSTANCE, { tableName: line.table })
  return 'ok'
}

/** `clock +5000` moves the wall clock by so many milliseconds. */
const clock: Command = async (context, line) => {
  context.clock.advance(Number(line.table))
  return `${context.clock.now()}`
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['create-table', create],
  ['update-table', change],
  ['put', put],
  ['update', update],
  ['delete', remove],
  ['get', get],
  ['range', range],
  ['clock', clock],
  ['batch-put', queuePut],
  ['batch-update', queueUpdate],
  ['batch-delete', queueDelete],
  ['batch', sendBatch],
  ['import', bulkImportRows],
  ['export', bulkExportRows],
  ['start', start],
  ['commit', commit],
  ['abort', abort],
  ['delete-table', removeTable],
])

const written = (reply: { consumed: CapacityUnit; row: Buffer | undefined }): string =>
  reply.row === undefined ? units(reply.consumed) : `${shown(reply.row)}\n${units(reply.consumed)}`

export const runLine = async (context: CaseContext, text: string): Promise<string> => {
  const line = parseLine(text)
  const command = COMMANDS.get(line.command)
  if (command === undefined) throw new Error(`unknown command: ${line.command}`)
  return command(context, line)
}
