import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { deleteRows } from '../rows/many/delete-rows.js'
import { everything, rangeOf } from '../rows/key-question.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { tablesTexts } from './tables-texts.js'

/** Clears or drops a table once its name has been typed again. */
export function DropTable({
  instance,
  shape,
  cleared,
  dropped,
}: {
  instance: string
  shape: TableShape
  cleared: () => Promise<void>
  dropped: () => void
}) {
  const texts = useRoomTexts(tablesTexts)
  const { gate } = useSigned()
  const { table } = shape
  const [typed, setTyped] = useState('')
  const [gone, setGone] = useState<number>()
  const isNamed = typed === table
  const drop = useMutation({
    mutationFn: () => gate.ask(instance, { operation: 'DeleteTable', table }),
    onSuccess: dropped,
  })
  const clear = useMutation({
    mutationFn: async () => {
      const query = { range: rangeOf(shape.key, everything), filter: undefined }
      await deleteRows(
        { gate, instance },
        shape,
        { kind: 'all', query },
        {
          signal: new AbortController().signal,
          tell: ({ deleted }) => setGone(deleted),
        },
      )
      await cleared()
    },
  })
  const isBusy = drop.isPending || clear.isPending
  return (
    <section className="create-table danger-zone">
      <h2>{texts.end}</h2>
      <p className="quiet">{texts.endHelp(shape.indexes.length)}</p>
      <label className="field">
        <span>{texts.typeName(table)}</span>
        <input className="input" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <p className="fields">
        <button
          type="button"
          className="button danger"
          disabled={!isNamed || isBusy}
          onClick={() => clear.mutate()}
        >
          {texts.clear(table)}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={!isNamed || isBusy}
          onClick={() => drop.mutate()}
        >
          {texts.drop(table)}
        </button>
      </p>
      {gone !== undefined && <p role="status">{texts.cleared(gone)}</p>}
      {drop.error !== null && <ErrorNote error={drop.error} />}
      {clear.error !== null && <ErrorNote error={clear.error} />}
    </section>
  )
}
