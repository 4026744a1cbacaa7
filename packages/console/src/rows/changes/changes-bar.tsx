import { ErrorNote } from '../../parts/error-note.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { rowsTexts } from '../rows-texts.js'
import type { Changes } from './use-changes.js'

/** What waits to be written, at the foot of the grid. */
export function ChangesBar({ changes, review }: { changes: Changes; review: () => void }) {
  const texts = useRoomTexts(rowsTexts).changes
  const { edits, troubles } = changes
  if (edits.size === 0) return null
  const cells = [...edits.values()].reduce((sum, edit) => sum + edit.cells.length, 0)
  return (
    <section className="work-bar" aria-label={texts.title}>
      <strong role="status">{texts.count(cells, edits.size)}</strong>
      {troubles.size > 0 && <span className="wrong">{texts.notWritten(troubles.size)}</span>}
      <span className="last" />
      <button type="button" className="button" onClick={review}>
        {texts.review}
      </button>
      <button
        type="button"
        className="button main"
        disabled={changes.isApplying}
        onClick={() => changes.apply(edits)}
      >
        {texts.apply}
      </button>
      <button type="button" className="button plain" onClick={() => changes.drop(edits.keys())}>
        {texts.discard}
      </button>
      {changes.error !== null && <ErrorNote error={changes.error} />}
    </section>
  )
}
