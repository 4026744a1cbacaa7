import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { NameAgain } from '../../parts/name-again.js'
import type { IndexPlace } from '../page-requests.js'
import { searchPath } from '../search-paths.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

/** Deletes the index once its name has been typed again. */
export function DeleteIndex({ place: { instance, table, index } }: { place: IndexPlace }) {
  const texts = useSearchTexts().alter
  const { gate } = useSigned()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const deletion = useMutation({
    mutationFn: () => gate.ask(instance, { operation: 'DeleteSearchIndex', table, index }),
    onSuccess: async () => {
      navigate(searchPath(instance))
      await queries.invalidateQueries({ queryKey: ['search-indexes', instance] })
    },
  })
  if (!isAsking) {
    return (
      <p>
        <button type="button" className="button danger" onClick={() => setAsking(true)}>
          {texts.delete}
        </button>
      </p>
    )
  }
  return (
    <>
      <NameAgain
        name={index}
        label={texts.deleteHelp(index)}
        action={texts.confirm(index)}
        isPending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
      {deletion.error !== null && <ErrorNote error={deletion.error} />}
    </>
  )
}
