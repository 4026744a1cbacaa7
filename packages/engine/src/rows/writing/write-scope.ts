import type { ColumnScope } from '../../stored-rows/chunked-row.js'
import { readsRow } from './decide-write.js'
import type { BoundWrite } from './bound-write.js'

/**
 * The part of a chunked row that its writes depend on: the columns that they change or have conditions
 * on.
 */
export const scopeOf = (writes: readonly BoundWrite[]): ColumnScope => {
  if (writes.every(replacesUnseen)) return 'keys'
  const names = new Set<string>()
  for (const { kind, table, cells, columnCondition } of writes) {
    if (kind !== 'UPDATE' || table.description.options.timeToLive >= 0) return 'all'
    for (const cell of cells) names.add(cell.name)
    for (const column of columnCondition?.columns ?? []) names.add(column)
  }
  return names
}

/**
 * Whether a put or delete replaces the row without depending on its columns, so that only the keys of its
 * chunks are read.
 */
const replacesUnseen = (write: BoundWrite): boolean => {
  const { kind, table, columnCondition } = write
  if (kind === 'UPDATE' || columnCondition !== undefined || table.localIndexes.length > 0)
    return false
  return !readsRow(write) || table.description.options.timeToLive < 0
}
