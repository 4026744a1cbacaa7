import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useTexts } from '../texts/use-texts.js'
import { DraftColumns, DraftKey } from './draft-fields.js'
import { DraftError, draftOf, emptyDraft, putOfDraft, updateOfDraft } from './row-draft.js'

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
export function EditRow({ instance, table, row, kind, saved, cancel }: EditProps) {
  const texts = useTexts().row
  const { gate } = useSigned()
  const [before] = useState(() => (row === undefined ? emptyDraft(table) : draftOf(table, row)))
  const [draft, setDraft] = useState(before)
  const saving = useMutation({
    mutationFn: async () => {
      if (kind === 'edit' && row !== undefined) {
        await gate.ask(instance, updateOfDraft(table.table, row.key, before, draft))
      } else {
        await gate.ask(instance, putOfDraft(table.table, draft))
      }
    },
    onSuccess: saved,
  })
  const wrong = saving.error instanceof DraftError ? saving.error.column : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate()
  }
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
      {saving.error !== null && wrong === undefined && <ErrorNote error={saving.error} />}
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
