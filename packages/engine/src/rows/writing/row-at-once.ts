import { type Condition, TablestoreError } from '@rowhouse/protocol'
import type { VersionsOf } from '../../conditions/compile-filter.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { RowCursor, RowKind, rowKind } from '../../stored-rows/row-codec.js'
import type { Table } from '../../tables/table-description.js'
import type { ColumnCondition } from './bound-write.js'
import { parseColumnCondition } from './check-write.js'

/**
 * What the short ways of writes need to know of their row: it is read at once from memory, and stays as it is
 * stored. Where something is unusual they get no answer and leave the write to the general way.
 */

/** A row in one piece, compared with its checksum; undefined if it is not in memory, or in several pieces. */
export const readRowAtOnce = (
  store: PartitionStore,
  table: Table,
  partition: Buffer,
  key: Buffer,
): RowCursor | 'missing' | undefined => {
  const found = store.readAtOnce?.(table.description.id, partition, key)
  if (found === undefined) return undefined
  const { value } = found
  if (value === undefined) return 'missing'
  if (rowKind(value) !== RowKind.WHOLE) return undefined
  const row = new RowCursor(table.names)
  row.begin(value)
  return row
}

/** With several versions of a column, or with a time to live, not all that is stored is there for a write. */
export const hasAllThatIsStored = ({ description }: Table): boolean =>
  description.options.maxVersions === 1 && description.options.timeToLive < 0

export const isConditional = ({ rowExistence, columnCondition }: Condition): boolean =>
  rowExistence !== 'IGNORE' || columnCondition !== undefined

/** False also for a condition that is wrong, or one on the key. */
export const holdsAtOnce = (
  { rowExistence, columnCondition }: Condition,
  table: Table,
  row: RowCursor | 'missing',
): boolean => {
  const exists = row !== 'missing'
  if (rowExistence !== 'IGNORE' && (rowExistence === 'EXPECT_EXIST') !== exists) return false
  if (columnCondition === undefined) return true
  const columns = parsed({ rowExistence, columnCondition })
  if (columns === undefined) return false
  if (table.description.primaryKey.some(({ name }) => columns.columns.has(name))) return false
  return columns.holds(versionsIn(row))
}

const parsed = (condition: Condition): ColumnCondition | undefined => {
  try {
    return parseColumnCondition(condition)
  } catch (error) {
    if (error instanceof TablestoreError) return undefined
    throw error
  }
}

/** The first version of each column: the table keeps no other. */
const versionsIn =
  (row: RowCursor | 'missing'): VersionsOf =>
  (name) => {
    if (row === 'missing') return undefined
    row.begin(row.source, true)
    while (row.next())
      if (row.column?.name === name) return [row.source.subarray(row.valueAt, row.valueEnd)]
    return undefined
  }
