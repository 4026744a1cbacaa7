import type { ColumnScope } from '../stored/chunked-row.js'
import type { BoundWrite } from './row-write.js'

/** The columns of a chunked row that its writes touch or ask about. */
export const scopeOf = (writes: readonly BoundWrite[]): ColumnScope => {
  const names = new Set<string>()
  for (const { kind, table, cells, columnCondition } of writes) {
    if (kind !== 'UPDATE' || table.description.options.timeToLive >= 0) return 'all'
    for (const cell of cells) names.add(cell.name)
    for (const column of columnCondition?.columns ?? []) names.add(column)
  }
  return names
}
