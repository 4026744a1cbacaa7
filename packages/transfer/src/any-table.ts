import type { ColumnType, TableSchema } from '@rowhouse/client'

/**
 * A table whose columns are known only when the program runs. To the compiler its rows have columns of
 * any type and no key of their own, since it could not tell the two apart; the client checks the key of
 * each row.
 */
export type AnyTable = TableSchema<
  Readonly<Record<never, never>>,
  Readonly<Record<string, ColumnType>>
>
