import { errors } from '../errors/registry.js'
import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type {
  DefinedColumnSchema,
  DefinedColumnType,
  PrimaryKeySchema,
  PrimaryKeyType,
  TableMeta,
} from './shared.js'

const primaryKeyTypes: readonly (PrimaryKeyType | undefined)[] = [
  undefined,
  'INTEGER',
  'STRING',
  'BINARY',
]
const definedColumnTypes: readonly (DefinedColumnType | undefined)[] = [
  undefined,
  'INTEGER',
  'DOUBLE',
  'BOOLEAN',
  'STRING',
  undefined,
  undefined,
  'BLOB',
]
const AUTO_INCREMENT = 1

/**
 * The name of a key type for error texts. SDKs of the first protocol version sent numbers outside of
 * this enum: their only enum of column types had BOOLEAN 4 and DOUBLE 5.
 */
export function primaryKeyTypeName(type: PrimaryKeySchema['type']): string {
  if (typeof type === 'string') return type
  if (type.unknown === 4) return 'BOOLEAN'
  return type.unknown === 5 ? 'DOUBLE' : String(type.unknown)
}

export function readTableMeta(reader: ProtoReader): TableMeta {
  let tableName: string | undefined
  const primaryKey: PrimaryKeySchema[] = []
  const definedColumns: DefinedColumnSchema[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) primaryKey.push(reader.message(readPrimaryKeySchema))
    else if (reader.isBytes(3)) definedColumns.push(reader.message(readDefinedColumn))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), primaryKey, definedColumns }
}

export function writeTableMeta(writer: ProtoWriter, field: number, meta: TableMeta): void {
  const mark = writer.begin(field)
  writer.string(1, meta.tableName)
  for (const column of meta.primaryKey) writePrimaryKeySchema(writer, 2, column)
  for (const column of meta.definedColumns) writeDefinedColumn(writer, 3, column)
  writer.end(mark)
}

export function readPrimaryKeySchema(reader: ProtoReader): PrimaryKeySchema {
  let name: string | undefined
  let number = 0
  let option = 0
  while (reader.next()) {
    if (reader.isBytes(1)) name = reader.string()
    else if (reader.isVarint(2)) number = reader.int32()
    else if (reader.isVarint(3)) option = reader.int32()
    else reader.skip()
  }
  return {
    name: reader.required(name),
    type: primaryKeyTypes[number] ?? { unknown: number },
    autoIncrement: option === AUTO_INCREMENT,
  }
}

export function writePrimaryKeySchema(
  writer: ProtoWriter,
  field: number,
  column: PrimaryKeySchema,
): void {
  const mark = writer.begin(field)
  writer.string(1, column.name)
  const type = column.type
  writer.int32(2, typeof type === 'string' ? primaryKeyTypes.indexOf(type) : type.unknown)
  if (column.autoIncrement) writer.int32(3, AUTO_INCREMENT)
  writer.end(mark)
}

export function readDefinedColumn(reader: ProtoReader): DefinedColumnSchema {
  let name: string | undefined
  let number: number | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) name = reader.string()
    else if (reader.isVarint(2)) number = reader.int32()
    else reader.skip()
  }
  const type = definedColumnTypes[reader.required(number)]
  if (type === undefined) throw errors.parameterInvalid(`Invalid column type: ${number}.`)
  return { name: reader.required(name), type }
}

export function writeDefinedColumn(
  writer: ProtoWriter,
  field: number,
  column: DefinedColumnSchema,
): void {
  const mark = writer.begin(field)
  writer.string(1, column.name)
  writer.int32(2, definedColumnTypes.indexOf(column.type))
  writer.end(mark)
}
