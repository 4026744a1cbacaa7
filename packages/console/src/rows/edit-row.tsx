import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import type { RowEdit } from './changes/row-edit.js'
import { TroubleNote } from './changes/trouble-note.js'
import { readRows, useApplyEdits } from './changes/use-changes.js'
import { DraftColumns, DraftKey } from './draft-fields.js'
import { usePatchRows } from './loaded-rows.js'
import {
  DraftError,
  type RowDraft,
  draftOf,
  editOfDraft,
  emptyDraft,
  putOfDraft,
} from './row-draft.js'
import { rowsTexts } from './rows-texts.js'
import { keyName } from './use-rows.js'
import { isCut } from './value-text.js'

interface EditProps {
  readonly instance: string
  readonly table: TableShape
  /** The row to change or to clone; absent for a new one. */
  readonly row?: ShownRow
  readonly kind: 'edit' | 'clone' | 'new'
  readonly saved: () => void
  readonly cancel: () => void
}

/** A form for a row. What is typed stays when the service refuses it. */
export function EditRow(props: EditProps) {
  const { table, row, kind, cancel } = props
  const texts = useTexts().row
  const own = useRoomTexts(rowsTexts).edit
  const [before] = useState(() => (row === undefined ? emptyDraft(table) : draftOf(table, row)))
  const [draft, setDraft] = useState(before)
  const saving = useSaving(props)
  const wrong = saving.error instanceof DraftError ? saving.error.column : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    saving.save(before, draft)
  }
  const large = row?.columns.filter(({ value }) => isCut(value)).length ?? 0
  return (
    <form onSubmit={submit}>
      <div className="values">
        <DraftKey
          cells={draft.key}
          isFixed={kind === 'edit'}
          wrong={wrong}
          change={(key) => setDraft({ ...draft, key })}
        />
        <DraftColumns
          cells={draft.columns}
          wrong={wrong}
          change={(columns) => setDraft({ ...draft, columns })}
        />
      </div>
      {large > 0 && <p className="quiet">{own.large(large)}</p>}
      {saving.error !== null && wrong === undefined && <ErrorNote error={saving.error} />}
      {saving.failed !== undefined && (
        <TroubleNote {...saving.failed} drop={props.saved} write={saving.write} />
      )}
      <p className="fields">
        <button type="submit" className="button main" disabled={saving.isPending}>
          {kind === 'edit' ? texts.save : texts.insert}
        </button>
        <button type="button" className="button" onClick={cancel}>
          {texts.cancel}
        </button>
      </p>
    </form>
  )
}

/** Writes what was typed: a change over what was shown, or a new row where there is none. */
function useSaving({ instance, table, row, kind, saved }: EditProps) {
  const { gate } = useSigned()
  const patch = usePatchRows(instance, table.table)
  const applying = useApplyEdits(instance, table.table)
  const putting = useMutation({
    mutationFn: async (draft: RowDraft) => {
      const request = putOfDraft(table.table, draft)
      const { answer } = await gate.ask(instance, request)
      patch(await readRows(gate, instance, table.table, [answer.key ?? request.key]))
    },
    onSuccess: saved,
  })
  const [wrong, setWrong] = useState<DraftError>()
  const write = (edit: RowEdit): void => {
    if (edit.cells.length === 0) saved()
    else {
      applying.mutate(new Map([[keyName(edit.key), edit]]), {
        onSuccess: (failed) => {
          if (failed.size === 0) saved()
        },
      })
    }
  }
  const [edit] = applying.variables?.values() ?? []
  const [trouble] = applying.data?.values() ?? []
  return {
    save: (before: RowDraft, draft: RowDraft): void => {
      setWrong(undefined)
      if (kind !== 'edit' || row === undefined) putting.mutate(draft)
      else {
        try {
          write(editOfDraft(row.key, before, draft))
        } catch (error) {
          if (!(error instanceof DraftError)) throw error
          setWrong(error)
        }
      }
    },
    write,
    isPending: applying.isPending || putting.isPending,
    error: wrong ?? applying.error ?? putting.error,
    failed: edit !== undefined && trouble !== undefined ? { edit, trouble } : undefined,
  }
}
