import { useRoomTexts } from '../../texts/room-texts.js'
import { CodeView } from '../code-view.js'
import { KeyText } from '../key-text.js'
import { rowsTexts } from '../rows-texts.js'
import { SidePanel } from '../side-panel.js'
import { EditTable } from './edit-table.js'
import { type RowEdit, editsRequest } from './row-edit.js'
import { TroubleNote } from './trouble-note.js'
import type { Changes } from './use-changes.js'

/** Every change before it is written: what was shown, what it will be, and the request as code. */
export function ChangesReview({
  instance,
  table,
  changes,
  close,
}: {
  instance: string
  table: string
  changes: Changes
  close: () => void
}) {
  const texts = useRoomTexts(rowsTexts).changes
  const { edits } = changes
  return (
    <SidePanel title={texts.title} close={close}>
      {edits.size === 0 && <p className="quiet">{texts.none}</p>}
      {[...edits].map(([name, edit]) => (
        <ReviewedRow key={name} name={name} edit={edit} changes={changes} />
      ))}
      {edits.size > 0 && (
        <CodeView request={editsRequest(table, edits.values())} instance={instance} />
      )}
    </SidePanel>
  )
}

function ReviewedRow({ name, edit, changes }: { name: string; edit: RowEdit; changes: Changes }) {
  const texts = useRoomTexts(rowsTexts).changes
  const trouble = changes.troubles.get(name)
  const drop = (): void => changes.drop([name])
  return (
    <section className="reviewed-row">
      <h3>
        <KeyText value={edit.key} />
      </h3>
      {trouble === undefined ? (
        <EditTable edit={edit} />
      ) : (
        <TroubleNote
          trouble={trouble}
          edit={edit}
          drop={drop}
          write={(over) => {
            changes.replace(over)
            changes.apply(new Map([[name, over]]))
          }}
        />
      )}
      {trouble?.kind !== 'conflict' && (
        <button type="button" className="button plain" onClick={drop}>
          {texts.discardRow}
        </button>
      )}
    </section>
  )
}
