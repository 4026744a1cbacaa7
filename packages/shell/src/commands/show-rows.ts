import { type PlainRow, plainRows } from '@rowhouse/requests'
import { rowLine, shownValue } from '../formats/row-line.js'
import { drawBox } from '../output/box.js'
import type { Session } from '../session/session.js'

/** Rows as a table with a column for each name, or as one JSON line each. */
export function showRows(
  session: Session,
  rows: readonly PlainRow[],
  areVersionsShown = false,
): void {
  if (session.output === 'json') {
    for (const row of rows) session.write(`${rowLine(row)}\n`)
    return
  }
  if (rows.length === 0) session.write('no row\n')
  else if (areVersionsShown) showVersions(session, rows)
  else session.write(drawToFit(rows, session.terminal.columns))
}

/** A table that is wider than the terminal would wrap: each row is a table of its columns then. */
export function drawToFit(rows: readonly PlainRow[], columns: number | undefined): string {
  const table = drawRows(rows)
  if (columns === undefined || table.indexOf('\n') <= columns) return table
  return rows.map(drawTall).join('\n')
}

function drawTall({ key, columns }: PlainRow): string {
  const cells = [...key, ...columns].map(({ name, value }) => [name, shownValue(value)])
  return drawBox(['Column', 'Value'], cells)
}

/** Shows the newest version of each column; cells of missing columns are empty. */
function drawRows(rows: readonly PlainRow[]): string {
  const keyNames = rows[0]?.key.map(({ name }) => name) ?? []
  const names = [...new Set(rows.flatMap(({ columns }) => columns.map(({ name }) => name)))]
  const lines = rows.map(({ key, columns }) => [
    ...key.map(({ value }) => shownValue(value)),
    ...names.map((name) => {
      const column = columns.find((candidate) => candidate.name === name)
      return column === undefined ? '' : shownValue(column.value)
    }),
  ])
  return drawBox([...keyNames, ...names], lines)
}

function showVersions(session: Session, rows: readonly PlainRow[]): void {
  for (const { key, columns } of rows) {
    const titles = [...key.map(({ name }) => name), 'Column', 'Value', 'Timestamp']
    const values = key.map(({ value }) => shownValue(value))
    const lines = columns.map(({ name, value, timestamp }) => [
      ...values,
      name,
      shownValue(value),
      timestamp === undefined ? '' : String(timestamp),
    ])
    session.write(drawBox(titles, lines))
  }
}

/** Shows the result of a write: the key, if the server has generated a part of it. */
export function showWritten(session: Session, bytes: Buffer | undefined): void {
  const rows = bytes === undefined ? [] : plainRows(bytes)
  if (rows.length === 0) session.done()
  else showRows(session, rows)
}
