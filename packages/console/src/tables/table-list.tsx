import type { SearchIndexOverview, TableOverview } from '@rowhouse/console-gate/shapes'
import { rowsPath } from '../frame/paths.js'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { useSearchIndexes } from '../search/use-search.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { KeyParts } from './key-parts.js'
import { TableLink } from './table-link.js'

/** Tables with their sizes and loads; rows are told where an index has counted them anyway. */
export function TableList({
  instance,
  tables,
}: {
  instance: string
  tables: readonly TableOverview[]
}) {
  const { texts, language } = useReading()
  const number = (value: number) => shortNumber(value, language)
  const indexes = useSearchIndexes(instance).data ?? []
  return (
    <div className="list-frame">
      <table className="list">
        <thead>
          <tr>
            <th>{texts.tables.name}</th>
            <th>{texts.tables.key}</th>
            <th className="number" title={texts.tables.rowsHelp}>
              {texts.tables.rows}
            </th>
            <th className="number">{texts.tables.size}</th>
            <th className="number wide-only">{texts.tables.partitions}</th>
            <th className="number wide-only">{texts.tables.reads}</th>
            <th className="number wide-only">{texts.tables.writes}</th>
            <th className="wide-only">{texts.tables.indexes}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => {
            const own = indexes.filter((each) => each.table === table.table)
            return (
              <tr key={table.table}>
                <td>
                  <TableLink table={table.table} href={rowsPath(instance, table.table)} />
                </td>
                <td>
                  <KeyParts columns={table.key} />
                </td>
                <RowCount indexes={own} />
                <td className="number" title={table.bytes.toLocaleString(language)}>
                  {shortBytes(table.bytes, language)}
                </td>
                <td className="number wide-only">{number(table.partitions)}</td>
                <td className="number wide-only">{number(table.unitsRead)}</td>
                <td className="number wide-only">{number(table.unitsWritten)}</td>
                <td className="wide-only">
                  <Indexes table={table} indexes={own} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isFollowing = ({ phase }: SearchIndexOverview): boolean => phase === 'INCR'

/** Counting would read the whole table, so only a search index that has all rows tells how many. */
function RowCount({ indexes }: { indexes: readonly SearchIndexOverview[] }) {
  const { texts, language } = useReading()
  const counting = indexes.find((each) => isFollowing(each) && each.rows !== undefined)
  const rows = counting?.rows
  if (counting === undefined || rows === undefined) {
    return (
      <td className="number quiet" title={texts.tables.rowsHelp}>
        <span aria-hidden="true">·</span>
        <span className="hidden-text">{texts.tables.uncounted}</span>
      </td>
    )
  }
  return (
    <td className="number" title={texts.tables.countedBy(rows, counting.index)}>
      {shortNumber(rows, language)}
    </td>
  )
}

/** How many indexes there are, and how far the slowest search index is behind. */
function Indexes({
  table,
  indexes,
}: {
  table: TableOverview
  indexes: readonly SearchIndexOverview[]
}) {
  const { language } = useReading()
  const texts = useTexts().tables
  const counts = [
    table.indexes.length > 0 ? texts.secondary(table.indexes.length) : undefined,
    table.searchIndexes.length > 0 ? texts.search(table.searchIndexes.length) : undefined,
  ].filter((count) => count !== undefined)
  if (counts.length === 0) return <span className="quiet">{texts.none}</span>
  const filling = indexes.filter((each) => !isFollowing(each)).length
  const lag = Math.max(-1, ...indexes.map((each) => each.lag ?? -1))
  return (
    <span className="quiet">
      {counts.join(', ')}
      {filling > 0 && <> · {texts.filling(filling)}</>}
      {filling === 0 && lag >= 0 && <> · {texts.behind(shortTime(lag, language))}</>}
    </span>
  )
}
