import type { ColumnType, KeyColumnType, TableSchema } from '@rowhouse/client'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { TransferError } from '../errors.js'
import type { ColumnPlan } from './column-plan.js'
import type { InferredColumn } from './infer-types.js'
import { type MadeKey, keyMaker, sourcesOf } from './made-key.js'
import { md5OfSystem } from './md5-of-system.js'
import type { Mapping } from './parse-mapping.js'

/** The plan of an import, which is made before anything is done. */
export interface ImportPlan {
  readonly schema: TableSchema
  readonly isNewTable: boolean
  readonly columns: readonly ColumnPlan[]
  /** A key column that counts the records from 1. */
  readonly counter: string | undefined
  /** Key columns that are made of others. */
  readonly madeKeys: readonly MadeKey[]
}

export interface PlanParts {
  readonly tableName: string
  /** Undefined if the table is missing. */
  readonly table: DescribeTableReply | undefined
  /** Empty for those of the table. */
  readonly keyNames: readonly string[]
  readonly inferred: readonly InferredColumn[]
  readonly mappings: readonly Mapping[]
  readonly counter: string | undefined
  readonly madeKeys: readonly MadeKey[]
  /** Whether values keep their types in the file. */
  readonly isAsWritten: boolean
}

/** Throws TransferError when the key cannot be made of the existing columns. */
export function planImport(parts: PlanParts): ImportPlan {
  const { table, tableName, counter, madeKeys, inferred, mappings } = parts
  for (const { source } of mappings) {
    if (!inferred.some(({ name }) => name === source)) {
      throw new TransferError(`--map names ${source}, which the file lacks: ${listed(inferred)}`)
    }
  }
  const known = knownTypes(table)
  const keyNames = parts.keyNames.length > 0 ? parts.keyNames : keyOf(table)
  checkKey(tableName, table, keyNames)
  const columns = inferred.map((column) => planColumn(parts, column, keyNames, known))
  const key: Record<string, KeyColumnType> = {}
  for (const name of keyNames) key[name] = keyType(name, columns, parts)
  for (const made of madeKeys) checkMade(made, columns, keyNames)
  const attributes: Record<string, ColumnType> = {}
  for (const { target, type } of columns) {
    if (target === undefined || keyNames.includes(target) || type === 'written') continue
    attributes[target] = type === 'time' ? 'integer' : type
  }
  const schema = { name: tableName, key, columns: attributes }
  return { schema, isNewTable: table === undefined, columns, counter, madeKeys }
}

/** The plan for files without records, into a table that exists. */
export function planNothing({ table, tableName, keyNames, counter }: PlanParts): ImportPlan {
  checkKey(tableName, table, keyNames)
  const schema = {
    name: tableName,
    key: Object.fromEntries(keyNames.map((name) => [name, 'string' as const])),
    columns: {},
  }
  return { schema, isNewTable: false, columns: [], counter, madeKeys: [] }
}

function planColumn(
  { mappings, isAsWritten }: PlanParts,
  { name, type: inferredType }: InferredColumn,
  keyNames: readonly string[],
  known: ReadonlyMap<string, ColumnType>,
): ColumnPlan {
  const mapping = mappings.find(({ source }) => source === name)
  const target = mapping === undefined ? name : mapping.target
  if (target === undefined || target === '')
    return { source: name, target: undefined, type: 'string' }
  const isKey = keyNames.includes(target)
  const free = isKey ? keyTypeOf(inferredType) : isAsWritten ? 'written' : inferredType
  const type = mapping?.type ?? known.get(target) ?? free
  const timeFormat = mapping?.timeFormat
  return { source: name, target, type, ...(timeFormat !== undefined && { timeFormat }) }
}

/** Keys are texts, integers or bytes; other types become text. */
const keyTypeOf = (type: ColumnType): ColumnType =>
  type === 'integer' || type === 'binary' ? type : 'string'

function keyType(
  name: string,
  columns: readonly ColumnPlan[],
  { counter, madeKeys, inferred }: PlanParts,
): KeyColumnType {
  const sources = columns.filter(({ target }) => target === name)
  if (name === counter) {
    if (sources.length > 0) throw new TransferError(`the file has a column ${name} already`)
    return 'integer'
  }
  if (madeKeys.some(({ target }) => target === name)) return 'string'
  const [source, second] = sources
  if (source === undefined) {
    throw new TransferError(`the file has no column ${name} for the key: ${listed(inferred)}`)
  }
  if (second !== undefined) throw new TransferError(`two columns of the file become ${name}`)
  const { type } = source
  if (type === 'time') return 'integer'
  if (type === 'integer' || type === 'binary' || type === 'string') return type
  throw new TransferError(`a key column cannot be of type ${type}: ${name}`)
}

/** Checks that the sources of a made key exist, and that it is a key column. */
function checkMade(
  made: MadeKey,
  columns: readonly ColumnPlan[],
  keyNames: readonly string[],
): void {
  const { target } = made
  if (!keyNames.includes(target)) throw new TransferError(`${target} is made, and not in the key`)
  if (columns.some((column) => column.target === target))
    throw new TransferError(`the file has a column ${target} already`)
  for (const source of sourcesOf(made))
    if (!columns.some((column) => column.target === source))
      throw new TransferError(`${target} is made of ${source}, which the rows lack`)
  // This throws for a design that no row can use.
  keyMaker(made, md5OfSystem)
}

function keyOf(table: DescribeTableReply | undefined): string[] {
  if (table !== undefined) return table.tableMeta.primaryKey.map(({ name }) => name)
  throw new TransferError('the table is missing: give --key to have it created')
}

function checkKey(
  tableName: string,
  table: DescribeTableReply | undefined,
  keyNames: readonly string[],
): void {
  const key = table?.tableMeta.primaryKey
  if (key === undefined) return
  const own = key.map(({ name }) => name)
  if (own.join() !== keyNames.join()) {
    throw new TransferError(`the key of ${tableName} is ${own.join()}, not ${keyNames.join()}`)
  }
  const generated = key.find(({ autoIncrement }) => autoIncrement)
  if (generated === undefined) return
  throw new TransferError(
    `the server numbers ${generated.name} of ${tableName}: an import that is resumed would write rows twice`,
  )
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  STRING: 'string',
  INTEGER: 'integer',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  BINARY: 'binary',
  BLOB: 'binary',
}

/** The types of the columns that the table defines. */
function knownTypes(table: DescribeTableReply | undefined): Map<string, ColumnType> {
  const known = new Map<string, ColumnType>()
  if (table === undefined) return known
  const { primaryKey, definedColumns } = table.tableMeta
  for (const { name, type } of [...primaryKey, ...definedColumns]) {
    const own = typeof type === 'string' ? TYPES[type] : undefined
    if (own !== undefined) known.set(name, own)
  }
  return known
}

const listed = (inferred: readonly InferredColumn[]): string =>
  inferred.map(({ name }) => name).join(', ')
