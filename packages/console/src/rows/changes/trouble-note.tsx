import { useRoomTexts } from '../../texts/room-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { EditTable } from './edit-table.js'
import { type RowEdit, rebased } from './row-edit.js'
import type { Trouble } from './use-changes.js'

/** Why an edit was not written. Where somebody else was first, both versions stand side by side to choose. */
export function TroubleNote({
  trouble,
  edit,
  drop,
  write,
}: {
  trouble: Trouble
  edit: RowEdit
  /** Keeps what is there. */
  drop: () => void
  /** Writes over what is there now. */
  write: (edit: RowEdit) => void
}) {
  const texts = useRoomTexts(rowsTexts).changes
  if (trouble.kind === 'refused') {
    return (
      <div className="note error" role="alert">
        <p>{trouble.refusal.message}</p>
        <p className="mono">{trouble.refusal.code}</p>
      </div>
    )
  }
  const { now } = trouble
  return (
    <div className="note error" role="alert">
      <p>{now === undefined ? texts.gone : texts.conflict}</p>
      {now !== undefined && <EditTable edit={edit} now={now} />}
      <p className="fields">
        <button type="button" className="button" onClick={drop}>
          {texts.keepTheirs}
        </button>
        {now !== undefined && (
          <button type="button" className="button danger" onClick={() => write(rebased(edit, now))}>
            {texts.writeMine}
          </button>
        )}
      </p>
    </div>
  )
}
