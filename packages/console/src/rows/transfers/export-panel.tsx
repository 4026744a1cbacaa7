import {
  type AskedExport,
  type ExportProgress,
  type TableShape,
  exportFormats,
} from '@rowhouse/console-gate/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { newId } from '../../parts/new-id.js'
import { shortBytes } from '../../parts/short-number.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { SidePanel } from '../side-panel.js'
import type { RowsRoom } from '../use-rows-room.js'
import { rangeRequest } from '../rows-request.js'

const REFRESH_MS = 500

const NAMES = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' } as const

/** All rows that the page asks for as a file, which the browser receives as it is made. */
export function ExportPanel({
  instance,
  shape,
  room,
  close,
}: {
  instance: string
  shape: TableShape
  room: RowsRoom
  close: () => void
}) {
  const texts = useRoomTexts(rowsTexts).export
  const { gate } = useSigned()
  const [format, setFormat] = useState<AskedExport['format']>('csv')
  const [id, setId] = useState<string>()
  const { query } = room
  const hidden = new Set(room.settings.hidden)
  // Rows that are not loaded may have other columns than those that were seen.
  const mayHaveMore = room.found.hasNextPage || hidden.size > 0
  const [isAll, setAll] = useState(hidden.size === 0)
  if (query === undefined) return null
  const shown = room.columns.filter(({ name }) => !hidden.has(name))
  const columns = shown.map(({ name }) => name)
  const types = [...shape.key, ...shown].map(({ type }) => type)
  const begin = (): void => {
    const request = {
      ...rangeRequest(shape.table, query, query.range.start, undefined),
      operation: 'GetRange' as const,
    }
    const asked = { request, format, allColumns: isAll && mayHaveMore }
    const next = newId()
    download(gate.exportAddress(instance, next, { ...asked, columns, types }))
    setId(next)
  }
  return (
    <SidePanel title={texts.title} close={close}>
      <p>{query.filter === undefined ? texts.range : texts.filtered}</p>
      <Choice
        legend={texts.format}
        options={exportFormats.map((each) => ({ value: each, label: NAMES[each] }))}
        value={format}
        change={setFormat}
      />
      {format !== 'ndjson' && mayHaveMore && (
        <Choice
          legend={texts.columns}
          options={[
            { value: true, label: texts.allColumns },
            { value: false, label: texts.shownColumns(columns.length) },
          ]}
          value={isAll}
          change={setAll}
        />
      )}
      <p className="quiet">
        {texts.help[format]}
        {format !== 'ndjson' && mayHaveMore && isAll && ` ${texts.twice}`}
      </p>
      <p className="fields">
        <button type="button" className="button main" onClick={begin}>
          {texts.begin}
        </button>
      </p>
      {id !== undefined && <Progress key={id} instance={instance} id={id} />}
    </SidePanel>
  )
}

function Choice<Value extends string | boolean>({
  legend,
  options,
  value,
  change,
}: {
  legend: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  change: (value: Value) => void
}) {
  return (
    <fieldset className="fields plain-set">
      <legend className="hidden-text">{legend}</legend>
      {options.map((option) => (
        <label key={option.label}>
          <input
            type="radio"
            name={legend}
            checked={option.value === value}
            onChange={() => change(option.value)}
          />{' '}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** The browser saves the answer itself, so nothing of it is kept in the page. */
function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const isUnderWay = ({ state }: ExportProgress): boolean =>
  state === 'running' || state === 'finding'

function Progress({ instance, id }: { instance: string; id: string }) {
  const { language } = useReading()
  const texts = useRoomTexts(rowsTexts).export
  const { gate } = useSigned()
  const progress = useQuery({
    queryKey: ['export', instance, id],
    queryFn: ({ signal }) => gate.exportProgress(instance, id, signal),
    // The download may reach the server a little later than this question.
    retry: 5,
    retryDelay: REFRESH_MS,
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? REFRESH_MS : false,
  })
  if (progress.error !== null) return <ErrorNote error={progress.error} />
  if (progress.data === undefined) return null
  const { state, rows, bytes, reason } = progress.data
  return (
    <div className="work-bar">
      <strong role="status">{texts.progress[state](rows)}</strong>
      <span className="quiet">{shortBytes(bytes, language)}</span>
      {reason !== undefined && <span role="alert">{reason}</span>}
      {isUnderWay(progress.data) && (
        <button
          type="button"
          className="button"
          onClick={() => void gate.stopExport(instance, id).then(() => progress.refetch())}
        >
          {texts.stop}
        </button>
      )}
    </div>
  )
}
