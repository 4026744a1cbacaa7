import type { AskedExport } from '@rowhouse/console-gate/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { shortBytes } from '../../parts/short-number.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { SidePanel } from '../side-panel.js'
import type { RowsRoom } from '../use-rows-room.js'
import { rangeRequest } from '../rows-request.js'

const FORMATS = ['csv', 'ndjson'] as const
const REFRESH_MS = 500

/** All rows that the page asks for as a file, which the browser receives as it is made. */
export function ExportPanel({
  instance,
  table,
  room,
  close,
}: {
  instance: string
  table: string
  room: RowsRoom
  close: () => void
}) {
  const texts = useRoomTexts(rowsTexts).export
  const { gate } = useSigned()
  const [format, setFormat] = useState<AskedExport['format']>('csv')
  const [id, setId] = useState<string>()
  const { query } = room
  if (query === undefined) return null
  const hidden = new Set(room.settings.hidden)
  const columns = room.columns.map(({ name }) => name).filter((name) => !hidden.has(name))
  const begin = (): void => {
    const request = {
      ...rangeRequest(table, query, query.range.start, undefined),
      operation: 'GetRange' as const,
    }
    const next = crypto.randomUUID()
    download(gate.exportAddress(instance, next, { request, format, columns }))
    setId(next)
  }
  return (
    <SidePanel title={texts.title} close={close}>
      <p>{query.filter === undefined ? texts.range : texts.filtered}</p>
      <fieldset className="fields plain-set">
        <legend className="hidden-text">{texts.format}</legend>
        {FORMATS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="format"
              checked={format === each}
              onChange={() => setFormat(each)}
            />{' '}
            {each.toUpperCase()}
          </label>
        ))}
      </fieldset>
      <p className="quiet">{format === 'csv' ? texts.csvHelp(columns.length) : texts.ndjsonHelp}</p>
      <p className="fields">
        <button type="button" className="button main" onClick={begin}>
          {texts.begin}
        </button>
      </p>
      {id !== undefined && <Progress key={id} instance={instance} id={id} />}
    </SidePanel>
  )
}

/** The browser saves the answer itself, so nothing of it is kept in the page. */
function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

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
      state.data === undefined || state.data.state === 'running' ? REFRESH_MS : false,
  })
  if (progress.error !== null) return <ErrorNote error={progress.error} />
  if (progress.data === undefined) return null
  const { state, rows, bytes } = progress.data
  return (
    <div className="work-bar">
      <strong role="status">{texts.progress[state](rows)}</strong>
      <span className="quiet">{shortBytes(bytes, language)}</span>
      {state === 'running' && (
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
