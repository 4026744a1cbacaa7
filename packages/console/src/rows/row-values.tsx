import type { ShownCell, ShownRow } from '@rowhouse/console-gate/shapes'
import { CopyButton } from '../parts/copy-button.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { rowsTexts } from './rows-texts.js'
import { bytesOf, isCut, textOf, typeOf } from './value-text.js'
import { ValueView } from './values/value-view.js'

/** Every value of a row with its type and time; older versions stand under the newest. */
export function RowValues({ row }: { row: ShownRow }) {
  return (
    <div className="values">
      {[...row.key.map((cell) => [cell]), ...byColumn(row.columns)].map(([newest, ...older]) =>
        newest === undefined ? null : <Column key={newest.name} newest={newest} older={older} />,
      )}
    </div>
  )
}

/** The versions of a column stand one after another. */
function byColumn(cells: readonly ShownCell[]): readonly (readonly ShownCell[])[] {
  const columns: ShownCell[][] = []
  for (const cell of cells) {
    const last = columns.at(-1)
    if (last?.[0]?.name === cell.name) last.push(cell)
    else columns.push([cell])
  }
  return columns
}

/** Older versions that are shown at once; more are folded, or the other columns would be out of sight. */
const VERSIONS_SHOWN = 9

function Column({ newest, older }: { newest: ShownCell; older: readonly ShownCell[] }) {
  const texts = useRoomTexts(rowsTexts).values
  return (
    <section aria-label={newest.name}>
      <OneValue cell={newest} />
      {older.length > 0 && (
        <details className="versions" open={older.length <= VERSIONS_SHOWN}>
          <summary>{texts.older(older.length)}</summary>
          {older.map((cell) => (
            <OneValue key={String(cell.timestamp)} cell={cell} />
          ))}
        </details>
      )}
    </section>
  )
}

function OneValue({ cell: { name, value, timestamp } }: { cell: ShownCell }) {
  const { texts } = useReading()
  const bytes = bytesOf(value)
  return (
    <div className="value">
      <p className="value-head">
        <code>{name}</code>
        <span>{typeOf(value).toLowerCase()}</span>
        {bytes !== undefined && <span>{texts.row.bytes(bytes)}</span>}
        {timestamp !== undefined && <WrittenAt timestamp={timestamp} />}
        {!isCut(value) && <CopyButton text={() => textOf(value)} label={texts.row.copy} />}
      </p>
      <ValueView name={name} value={value} />
      {isCut(value) && '…'}
    </div>
  )
}

/** Versions may be a millisecond apart. */
const EXACT_TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
}

/** The time of a version, which may be any number and so need not be a date. */
function WrittenAt({ timestamp }: { timestamp: bigint }) {
  const { language } = useReading()
  const date = new Date(Number(timestamp))
  if (Number.isNaN(date.getTime())) return <span>{`${timestamp}`}</span>
  return (
    <time dateTime={date.toISOString()} title={`${timestamp}`}>
      {date.toLocaleString(language, EXACT_TIME)}
    </time>
  )
}
