import { type Variant, VariantType, limits } from '@rowhouse/protocol'

/**
 * What a request costs, as the service's pricing pages define it and the Java SDK's
 * CapacityUnitTest measures it: names and values are counted in bytes, and every started 4 KB is
 * one unit.
 */
const VERSION_BYTES = 8

/** A served request costs at least one unit. */
export const unitsOf = (bytes: number): number =>
  Math.max(1, Math.ceil(bytes / limits.CAPACITY_UNIT_BYTES))

/** A generated key column counts as the integer that it becomes. */
export const valueBytes = (value: Variant): number => {
  switch (value[0]) {
    case VariantType.INTEGER:
    case VariantType.DOUBLE:
    case VariantType.AUTO_INCREMENT:
      return 8
    case VariantType.BOOLEAN:
      return 1
    case VariantType.STRING:
    case VariantType.BLOB:
      return value.length - 5
    default:
      return 0
  }
}

/**
 * The size of a key column, or of a column with a value. Versions that the client gave do not count here.
 */
export const columnBytes = (name: string, value: Variant): number =>
  Buffer.byteLength(name) + valueBytes(value)

/** The size of a deleted column: its name, and its version if the request names one. */
export const deletedColumnBytes = (name: string, namesVersion: boolean): number =>
  Buffer.byteLength(name) + (namesVersion ? VERSION_BYTES : 0)

export interface NamedValue {
  readonly name: string
  readonly value: Variant
}

export const columnsBytes = (columns: readonly NamedValue[]): number => {
  let bytes = 0
  for (const column of columns) bytes += columnBytes(column.name, column.value)
  return bytes
}

/** `schema` and `values` are the columns of one primary key, in the table's order. */
export const primaryKeyBytes = (
  schema: readonly { readonly name: string }[],
  values: readonly Variant[],
): number => {
  let bytes = 0
  for (const [index, column] of schema.entries()) {
    const value = values[index]
    if (value !== undefined) bytes += columnBytes(column.name, value)
  }
  return bytes
}
