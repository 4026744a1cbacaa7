import { useEffect, useState, useSyncExternalStore } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import { useWorks } from '../../parts/works.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import { KeyText } from '../key-text.js'
import { rowsTexts } from '../rows-texts.js'
import type { FailedRow, Victims } from './delete-rows.js'
import type { DeletionWork } from './deletion-work.js'
import { KEPT_ROWS } from './row-keeper.js'
import type { Deletions } from './use-deletions.js'

/** The deletions of a page, each with a bar of its own. */
export const DeletionBars = ({ deletions }: { deletions: Deletions }) =>
  deletions.works.map((work) => <DeletionBar key={work.id} work={work} />)

/** A deletion of rows from the wait before it to its undoing. */
function DeletionBar({ work }: { work: DeletionWork }) {
  const texts = useRoomTexts(rowsTexts).many
  const common = useTexts()
  const works = useWorks()
  const state = useSyncExternalStore(work.subscribe, work.state)
  const { isFinal, stop } = work
  if (state.kind === 'cancelled') return null
  const count = state.kind === 'waiting' ? countOf(state.victims) : undefined
  return (
    <section className="work-bar" aria-label={texts.title}>
      {state.kind === 'waiting' && (
        <>
          <Countdown startsAt={state.startsAt} what={count} />
          <OnlyKey victims={state.victims} />
          <span className={isFinal ? 'wrong' : 'quiet'}>
            {isFinal ? texts.final : count === 1 ? texts.keptOne : texts.kept(KEPT_ROWS)}
          </span>
          <button
            type="button"
            className="button main"
            onClick={() => {
              stop()
              works.forget(work)
            }}
          >
            {texts.cancel}
          </button>
        </>
      )}
      {state.kind === 'deleting' && (
        <>
          <strong role="status">{texts.deleting(state.progress.deleted)}</strong>
          <button type="button" className="button" onClick={stop}>
            {texts.stop}
          </button>
        </>
      )}
      {state.kind === 'deleted' && (
        <>
          <strong role="status">{texts.deleted(state.progress.deleted)}</strong>
          <Failed rows={state.progress.failed} />
          {state.error !== undefined && <ErrorNote error={state.error} />}
          {!isFinal && state.progress.kept.length > 0 && (
            <button type="button" className="button" onClick={() => void work.undo()}>
              {texts.undo(state.progress.kept.length)}
            </button>
          )}
        </>
      )}
      {state.kind === 'restoring' && (
        <strong role="status">{texts.restoring(state.done, state.of)}</strong>
      )}
      {state.kind === 'restored' && (
        <>
          <strong role="status">{texts.restored(state.rows)}</strong>
          <Failed rows={state.failed} />
        </>
      )}
      {state.kind === 'failed' && <ErrorNote error={state.error} />}
      {(state.kind === 'deleted' || state.kind === 'restored' || state.kind === 'failed') && (
        <button type="button" className="button plain last" onClick={() => works.forget(work)}>
          {common.row.close}
        </button>
      )}
    </section>
  )
}

const countOf = (victims: Victims): number | undefined =>
  victims.kind === 'all' ? undefined : victims.keys.length

/** Several rows may wait each by itself, so the key says which this is. */
function OnlyKey({ victims }: { victims: Victims }) {
  const [key, other] = victims.kind === 'all' ? [] : victims.keys
  return key === undefined || other !== undefined ? null : <KeyText value={key} />
}

function Countdown({ startsAt, what }: { startsAt: number; what: number | undefined }) {
  const texts = useRoomTexts(rowsTexts).many
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((startsAt - now) / 1_000))
  return (
    <strong role="timer">
      {what === undefined ? texts.allIn(seconds) : texts.chosenIn(what, seconds)}
    </strong>
  )
}

/** Rows with the service's reason for each; a list of thousands helps nobody. */
const LISTED = 100

function Failed({ rows }: { rows: readonly FailedRow[] }) {
  const texts = useRoomTexts(rowsTexts).many
  if (rows.length === 0) return null
  return (
    <details>
      <summary className="wrong">{texts.failed(rows.length)}</summary>
      <ul>
        {rows.slice(0, LISTED).map(({ key, message }, at) => (
          <li key={at}>
            <KeyText value={key} /> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}
