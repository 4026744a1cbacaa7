import type { Key } from '@rowhouse/snippets'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useTexts } from '../texts/use-texts.js'
import { deletionOf } from './many/deletion-requests.js'

/** A button that asks once more before it deletes. */
export function DeleteRow({
  instance,
  table,
  rowKey,
  deleted,
}: {
  instance: string
  table: string
  rowKey: Key
  deleted: () => void
}) {
  const texts = useTexts().row
  const { gate } = useSigned()
  const [isAsking, setAsking] = useState(false)
  const deletion = useMutation({
    mutationFn: () => gate.ask(instance, deletionOf(table, rowKey)),
    onSuccess: deleted,
  })
  if (!isAsking) {
    return (
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </button>
    )
  }
  return (
    <span role="alertdialog" aria-label={texts.confirmDelete}>
      {texts.confirmDelete}{' '}
      <button type="button" className="button danger" onClick={() => deletion.mutate()}>
        {texts.delete}
      </button>{' '}
      <button type="button" className="button" onClick={() => setAsking(false)}>
        {texts.cancel}
      </button>
      {deletion.error !== null && <ErrorNote error={deletion.error} />}
    </span>
  )
}
