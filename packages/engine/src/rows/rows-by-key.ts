import { PlainBufferWriter, type Variant, limits } from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { Slice } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { Table } from '../tables/table-description.js'
import { appendKey } from './reading/append-key.js'
import { type ReadRow, readRowByKey } from './reading/read-row.js'
import type { Selection } from './reading/row-selection.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'

/**
 * Reads rows by their stored keys, the newest version of each column. Each row is a PlainBuffer, in the
 * order of the keys, and empty if the row no longer exists. Undefined `columns` reads all columns; key
 * columns are always included.
 */
export const rowsByKey = async (
  engine: RowParts,
  table: Table,
  keys: readonly Buffer[],
  columns: readonly string[] | undefined,
): Promise<ReadRow[]> => {
  const { options, primaryKey } = table.description
  const oldestLive = oldestLiveTimestamp(options.timeToLive, engine.clock.now())
  // Key columns are selected too, so that a row without the other columns is still found.
  const named = columns === undefined ? undefined : [...columns, ...primaryKey.map((c) => c.name)]
  const reading = { table, selection: newestOf(named), oldestLive }
  const slice = new Slice(engine.clock)
  const rows: ReadRow[] = []
  for (let from = 0; from < keys.length; from += engineLimits.SEARCH_ROWS_AT_ONCE) {
    const together = keys.slice(from, from + engineLimits.SEARCH_ROWS_AT_ONCE)
    const read = together.map(async (key) => readRowByKey(engine, reading, key))
    rows.push(...(await Promise.all(read)))
    if (slice.isOver()) await slice.next()
  }
  return rows
}

/** A row that has only its key, made without reading the store. */
export const keyOnlyRow = (table: Table, key: Buffer): Buffer => {
  const writer = new PlainBufferWriter(key.length + 64)
  writer.header()
  appendKey(writer, table, key)
  writer.endRow()
  return writer.view()
}

/** The same for many keys, without a writer for each. */
export const keyOnlyRows = (
  { rowScratch }: RowParts,
  table: Table,
  keys: readonly Buffer[],
): Buffer[] => {
  const { writer } = rowScratch
  return keys.map((key) => {
    // A failed read may have left bytes in the writer.
    writer.reset()
    writer.header()
    appendKey(writer, table, key)
    writer.endRow()
    return writer.take()
  })
}

/** A row of a key and the values of columns, undefined for a column that the row does not have. */
export interface KeyAndValues {
  readonly key: Buffer
  readonly values: readonly (Variant | undefined)[]
}

/** Rows that are known already, without times of versions: the columns come in the given order. */
export const rowsOfValues = (
  { rowScratch }: RowParts,
  table: Table,
  columns: readonly string[],
  rows: readonly KeyAndValues[],
): Buffer[] => {
  const { writer } = rowScratch
  return rows.map(({ key, values }) => {
    writer.reset()
    writer.header()
    appendKey(writer, table, key)
    for (const [index, value] of values.entries()) {
      const name = columns[index]
      if (name !== undefined && value !== undefined) writer.cell(name, value)
    }
    writer.endRow()
    return writer.take()
  })
}

const newestOf = (columns: readonly string[] | undefined): Selection => ({
  columns: columns === undefined ? undefined : new Set(columns),
  startColumn: undefined,
  endColumn: undefined,
  startTime: 0n,
  endTime: limits.TIMESTAMP_END,
  hasTimeRange: false,
  maxVersions: 1,
  passes: undefined,
  page: undefined,
})
