import type { ColumnType } from '@rowhouse/snippets'

export const columnTypes: readonly ColumnType[] = [
  'STRING',
  'INTEGER',
  'DOUBLE',
  'BOOLEAN',
  'BINARY',
]
