import { UsageError } from '../errors.js'

/** The TypeScript types of a column's values. */
export interface ValueTypes {
  readonly string: string
  /** Signed, 64 bits. */
  readonly integer: bigint
  readonly double: number
  readonly boolean: boolean
  readonly binary: Uint8Array
}

export type Value = ValueTypes[keyof ValueTypes]

/** `autoIncrement` is an integer that the server generates when it is left out. */
export type KeyColumnType = 'string' | 'integer' | 'binary' | 'autoIncrement'
export type ColumnType = keyof ValueTypes

/** Key columns in their order, then the attribute columns that the program knows. */
export interface TableSchema<
  Key extends Readonly<Record<string, KeyColumnType>> = Readonly<Record<string, KeyColumnType>>,
  Columns extends Readonly<Record<string, ColumnType>> = Readonly<Record<string, ColumnType>>,
> {
  readonly name: string
  readonly key: Key
  readonly columns: Columns
}

/**
 * A table whose columns are known only at run time. To the compiler its rows have columns of any type and
 * no key, because it could not distinguish the two; the client checks the key of each row.
 */
export type AnyTable = TableSchema<
  Readonly<Record<never, never>>,
  Readonly<Record<string, ColumnType>>
>

/**
 * Defines a table's schema once; it types rows, conditions, sorts and results. The table may have more
 * columns than the schema: they are returned under their names, without a type.
 */
export function defineTable<
  const Key extends Readonly<Record<string, KeyColumnType>>,
  const Columns extends Readonly<Record<string, ColumnType>>,
>(schema: TableSchema<Key, Columns>): TableSchema<Key, Columns> {
  const names = Object.keys(schema.key)
  if (names.length === 0 || names.length > 4) {
    throw new UsageError(`table ${schema.name} needs 1 to 4 key columns, not ${names.length}`)
  }
  for (const name of names) {
    // An object does not keep the order of numeric names.
    if (/^\d+$/.test(name)) throw new UsageError(`a key column cannot be called ${name}`)
    if (Object.hasOwn(schema.columns, name))
      throw new UsageError(`${name} is a key column and an attribute`)
  }
  return schema
}

type KeyValue<Type extends KeyColumnType> = Type extends 'autoIncrement'
  ? bigint
  : Type extends ColumnType
    ? ValueTypes[Type]
    : never

/** The whole primary key of a row. */
export type KeyOf<S extends TableSchema> = {
  readonly [Name in keyof S['key']]: KeyValue<S['key'][Name]>
}

type GivenNames<S extends TableSchema> = {
  [Name in keyof S['key']]: S['key'][Name] extends 'autoIncrement' ? never : Name
}[keyof S['key']]

/** The key of a row to put. An auto-increment column may be left out. */
export type NewKeyOf<S extends TableSchema> = Pick<KeyOf<S>, GivenNames<S>> & Partial<KeyOf<S>>

/** Attribute columns; a row may have any of them. */
export type ColumnsOf<S extends TableSchema> = {
  readonly [Name in keyof S['columns']]?: ValueTypes[S['columns'][Name]]
}

export type RowOf<S extends TableSchema> = KeyOf<S> & ColumnsOf<S>
export type NewRowOf<S extends TableSchema> = NewKeyOf<S> & ColumnsOf<S>

export type ColumnName<S extends TableSchema> = keyof S['columns'] & string
export type KeyName<S extends TableSchema> = keyof S['key'] & string
export type ColumnValue<
  S extends TableSchema,
  Name extends ColumnName<S>,
> = ValueTypes[S['columns'][Name]]

/** The names of columns of one type, such as those that can be incremented. */
export type ColumnNamesOf<S extends TableSchema, Type extends ColumnType> = {
  [Name in ColumnName<S>]: S['columns'][Name] extends Type ? Name : never
}[ColumnName<S>]
