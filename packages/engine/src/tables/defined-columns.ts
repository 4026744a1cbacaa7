import { type DefinedColumnSchema, checkColumnName, errors, limits } from '@rowhouse/protocol'

interface Named {
  readonly name: string
}

/** Makes the checks of defined columns that need no table. */
export const checkDefinedColumns = (columns: readonly DefinedColumnSchema[]): void => {
  checkDefinedColumnCount(columns.length)
  const names = new Set<string>()
  for (const { name } of columns) {
    checkColumnName(name)
    if (names.has(name)) throw duplicated(name)
    names.add(name)
  }
}

/**
 * Checks that the added names differ from those of the key columns and of the columns already defined.
 */
export const checkAgainstTable = (
  added: readonly DefinedColumnSchema[],
  primaryKey: readonly Named[],
  defined: readonly DefinedColumnSchema[],
): void => {
  checkDefinedColumnCount(added.length + defined.length)
  for (const { name } of added) {
    if (primaryKey.some((column) => column.name === name)) {
      throw errors.parameterInvalid(
        `Duplicated attribute column name with primary key column: ${name}.`,
      )
    }
    if (defined.some((column) => column.name === name)) throw duplicated(name)
  }
}

const checkDefinedColumnCount = (count: number): void => {
  if (count > limits.DEFINED_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      `The number of defined columns must be in range: [0, ${limits.DEFINED_COLUMNS_MAX}].`,
    )
  }
}

const duplicated = (name: string) =>
  errors.parameterInvalid(`Duplicated defined column name: '${name}'.`)
