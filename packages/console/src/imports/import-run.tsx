import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { rowsPath } from '../frame/paths.js'
import { GateError } from '../gate/gate-client.js'
import { ErrorNote } from '../parts/error-note.js'
import { shortBytes } from '../parts/short-number.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import type { FileImport, ImportProgress, Refusal } from './file-import.js'
import type { Reading } from './file-records.js'
import { UnpackingError } from './file-text.js'
import { importsTexts } from './imports-texts.js'
import type { AskedImport, StartedImport } from './start-import.js'

/** How far an import is, and what it did not take. It goes on while other pages are shown. */
export function ImportRun({
  instance,
  started: { asked, work },
  again,
}: {
  instance: string
  started: StartedImport
  again: () => void
}) {
  const texts = useRoomTexts(importsTexts)
  const progress = useImport(work, asked)
  const { state } = progress
  const isOver = state === 'done' || state === 'broken'
  return (
    <section className="import-run" aria-label={texts.progress}>
      <ProgressLine progress={progress} file={asked.file} />
      {state === 'running' && <p className="quiet">{texts.stay}</p>}
      {progress.error !== undefined && <WorkError error={progress.error} />}
      <p className="fields">
        {(state === 'running' || state === 'stopping') && (
          <button
            type="button"
            className="button"
            disabled={state === 'stopping'}
            onClick={work.stop}
          >
            {texts.stop}
          </button>
        )}
        {(state === 'stopped' || state === 'failed') && (
          <button type="button" className="button main" onClick={() => void work.run()}>
            {texts.goOn}
          </button>
        )}
        {state !== 'running' && state !== 'stopping' && (
          <Link href={rowsPath(instance, asked.table)} className="button main">
            {texts.open(asked.table)}
          </Link>
        )}
        {isOver && (
          <button type="button" className="button" onClick={again}>
            {texts.another}
          </button>
        )}
      </p>
      <Refusals progress={progress} format={asked.reading.format} />
    </section>
  )
}

/** The progress of the work. Rows that are shown elsewhere are read anew when it is over. */
function useImport(work: FileImport, { instance, table }: AskedImport): ImportProgress {
  const progress = useSyncExternalStore(work.subscribe, () => work.progress)
  const queries = useQueryClient()
  const isRunning = progress.state === 'running' || progress.state === 'stopping'
  useEffect(() => {
    if (!isRunning) return
    return () => {
      void queries.resetQueries({ queryKey: ['rows', instance, table] })
    }
  }, [isRunning, queries, instance, table])
  return progress
}

function ProgressLine({ progress, file }: { progress: ImportProgress; file: File }) {
  const texts = useRoomTexts(importsTexts)
  const { language } = useReading()
  const { state, written, bytesRead } = progress
  const read = shortBytes(bytesRead, language)
  return (
    <>
      <p className="fields">
        <strong role="status">{texts.states[state](written)}</strong>
        <span className="quiet">
          {file.name} · {texts.ofBytes(read, shortBytes(file.size, language))}
        </span>
      </p>
      <progress aria-label={texts.progress} value={bytesRead} max={Math.max(1, file.size)} />
    </>
  )
}

/** An error of the service, of the network, or of the file itself. */
function WorkError({ error }: { error: Error }) {
  const texts = useRoomTexts(importsTexts)
  if (error instanceof GateError || error instanceof TypeError) return <ErrorNote error={error} />
  return (
    <p className="note error" role="alert">
      {error instanceof UnpackingError ? texts.damaged : error.message}
    </p>
  )
}

function Refusals({
  progress: { refused, refusals },
  format,
}: {
  progress: ImportProgress
  format: Reading['format']
}) {
  const texts = useRoomTexts(importsTexts)
  const { language } = useReading()
  if (refused === 0) return null
  return (
    <>
      <h2>{texts.refused(refused)}</h2>
      {refused > refusals.length && <p className="quiet">{texts.firstRefused(refusals.length)}</p>}
      <div className="list-frame">
        <table className="list import-refusals">
          <thead>
            <tr>
              <th className="number">{texts.record}</th>
              <th>{texts.reason}</th>
              <th>{texts.content}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map((refusal) => (
              <tr key={refusal.record}>
                <td className="number">{refusal.record.toLocaleString(language)}</td>
                <td>
                  <Reason refusal={refusal} format={format} />
                </td>
                <td className="mono quiet">{refusal.content}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Reason({ refusal: { reason }, format }: { refusal: Refusal; format: Reading['format'] }) {
  const { problems, types } = useRoomTexts(importsTexts)
  switch (reason.problem) {
    case 'unreadable':
      return format === 'csv' ? problems.unreadableCsv : problems.unreadableNdjson
    case 'type':
      return problems.type(
        reason.column,
        reason.type === 'written' ? reason.type : types[reason.type],
      )
    case 'noKey':
      return problems.noKey(reason.column)
    case 'madeKey':
      return problems.madeKey(reason.message)
    case 'service':
      return reason.message
  }
}
