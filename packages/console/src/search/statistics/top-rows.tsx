import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { CellValue, isRight } from '../../rows/cell-value.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { cellOf, columnsOfPage } from '../../rows/found-columns.js'

/** So many columns stand beside the key; the rows themselves are found by a search. */
const COLUMNS_SHOWN = 12

/** The rows that an aggregation answers, as a table. */
export function TopRows({ rows }: { rows: readonly ShownRow[] }) {
  const texts = useSearchTexts().statistics
  const [first] = rows
  if (first === undefined) return <p className="quiet">{texts.nothing}</p>
  const columns = columnsOfPage(rows).slice(0, COLUMNS_SHOWN)
  return (
    <div className="list-frame" tabIndex={0}>
      <table className="list">
        <thead>
          <tr>
            {first.key.map(({ name, value }) => (
              <th key={name} className={isRight(value) ? 'number' : undefined}>
                {name}
              </th>
            ))}
            {columns.map(({ name, type }) => (
              <th
                key={name}
                className={type === 'INTEGER' || type === 'DOUBLE' ? 'number' : undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.key.map(({ name, value }) => (
                <td key={name} className={isRight(value) ? 'number' : 'ellipsis'}>
                  <CellValue value={value} />
                </td>
              ))}
              {columns.map(({ name }) => {
                const value = cellOf(row, name)?.value
                return (
                  <td key={name} className={isRight(value) ? 'number' : 'ellipsis'}>
                    <CellValue value={value} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
