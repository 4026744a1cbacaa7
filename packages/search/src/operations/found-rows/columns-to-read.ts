import type { Table } from '@rowhouse/engine'
import { type IndexSchema, type SearchColumnsToGet, checkColumnName } from '@rowhouse/protocol'

/** The columns of each found row in the reply, beside the key columns. */
export interface ColumnsToRead {
  /** Undefined: every column of the table. Empty: the key is enough. */
  readonly columns: readonly string[] | undefined
  /** Whether the index has all of them, which allows longer pages. */
  readonly areInIndex: boolean
}

export function columnsToRead(
  { returnType, columnNames }: SearchColumnsToGet,
  schema: IndexSchema,
  { description }: Table,
): ColumnsToRead {
  switch (returnType) {
    case 'NONE':
      return { columns: [], areInIndex: true }
    case 'ALL':
      return { columns: undefined, areInIndex: false }
    case 'ALL_FROM_INDEX':
      return { columns: [...readableColumns(schema)], areInIndex: true }
    case 'SPECIFIED': {
      const readable = readableColumns(schema)
      for (const { name } of description.primaryKey) readable.add(name)
      for (const name of columnNames) checkColumnName(name)
      return { columns: columnNames, areInIndex: columnNames.every((name) => readable.has(name)) }
    }
  }
}

/**
 * A container is one column of the table; a virtual field is none. The default of `store` is true.
 */
export function readableColumns({ fieldSchemas }: IndexSchema): Set<string> {
  const readable = fieldSchemas.filter(
    ({ isVirtualField, store }) => isVirtualField !== true && store !== false,
  )
  return new Set(readable.map(({ fieldName }) => fieldName))
}
