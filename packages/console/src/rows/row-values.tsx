import type { ShownCell, ShownRow } from '@rowhouse/console-gate/shapes'
import { CopyButton } from '../parts/copy-button.js'
import { useReading } from '../texts/use-texts.js'
import { bytesOf, isCut, textOf, typeOf } from './value-text.js'

/** Every value of a row with its type, its time and its versions. */
export function RowValues({ row }: { row: ShownRow }) {
  return (
    <dl className="values">
      {row.key.map((cell) => (
        <OneValue key={cell.name} cell={cell} />
      ))}
      {row.columns.map((cell) => (
        <OneValue key={`${cell.name} ${cell.timestamp ?? ''}`} cell={cell} />
      ))}
    </dl>
  )
}

function OneValue({ cell: { name, value, timestamp } }: { cell: ShownCell }) {
  const { texts } = useReading()
  const bytes = bytesOf(value)
  const text = isCut(value) ? textOf(value.head) : textOf(value)
  return (
    <div>
      <dt>
        <code>{name}</code>
        <span>{typeOf(value).toLowerCase()}</span>
        {bytes !== undefined && <span>{texts.row.bytes(bytes)}</span>}
        {timestamp !== undefined && <WrittenAt timestamp={timestamp} />}
      </dt>
      <dd className={typeof value === 'string' ? undefined : 'mono'}>
        <bdi>{text}</bdi>
        {isCut(value) ? '…' : <CopyButton text={text} label={texts.row.copy} />}
      </dd>
    </div>
  )
}

/** The time of a version, which may be any number and so need not be a date. */
function WrittenAt({ timestamp }: { timestamp: bigint }) {
  const { language } = useReading()
  const date = new Date(Number(timestamp))
  if (Number.isNaN(date.getTime())) return <span>{`${timestamp}`}</span>
  return (
    <time dateTime={date.toISOString()} title={`${timestamp}`}>
      {date.toLocaleString(language)}
    </time>
  )
}
