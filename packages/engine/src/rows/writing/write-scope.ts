import type { ColumnScope } from '../../stored-rows/chunked-row.js'
import { readsRow } from './decide-write.js'
import type { BoundWrite } from './bound-write.js'

/** What the writes of a chunked row must know of it: the columns that they touch or ask about. */
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

/** Puts and deletes that no column decides about: what they replace need not be read, only be removed. */
const replacesUnseen = (write: BoundWrite): boolean => {
  const { kind, table, columnCondition } = write
  if (kind === 'UPDATE' || columnCondition !== undefined || table.localIndexes.length > 0)
    return false
  return !readsRow(write) || table.description.options.timeToLive < 0
}
