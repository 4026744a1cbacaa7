import { type FormEvent, useState } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { instancesTexts } from './instances-texts.js'
import type { NewKey } from './new-key-note.js'
import { useInstanceCommand } from './use-instances.js'

const TYPES = ['performance', 'capacity'] as const

/** Makes an instance with a first access key. */
export function CreateInstance({
  keyMade,
  done,
}: {
  keyMade: (key: NewKey) => void
  done: () => void
}) {
  const words = useRoomTexts(instancesTexts)
  const [name, setName] = useState('')
  const [type, setType] = useState<(typeof TYPES)[number]>('performance')
  const creation = useInstanceCommand(({ key }) => {
    if (key !== undefined) keyMade(key)
    done()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    creation.mutate({ action: 'create', name, type })
  }
  return (
    <form className="create-table" onSubmit={submit}>
      <h2>{words.createTitle}</h2>
      <div className="fields">
        <label className="field">
          <span>{words.name}</span>
          <input
            className="input"
            required
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="field">
          <span>{words.type}</span>
          <select
            className="input"
            value={type}
            onChange={(event) =>
              setType(TYPES.find((each) => each === event.target.value) ?? 'performance')
            }
          >
            {TYPES.map((each) => (
              <option key={each} value={each}>
                {words.types[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="quiet">{words.nameHelp}</p>
      {creation.error !== null && <ErrorNote error={creation.error} />}
      <div className="fields">
        <button type="submit" className="button main" disabled={creation.isPending}>
          {words.create}
        </button>
        <button type="button" className="button" onClick={done}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
