import type { StoredLimits } from '@rowhouse/console-gate/shapes'
import { type FormEvent, useState } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { instancesTexts } from './instances-texts.js'
import { type LimitName, limitNames } from './limits-text.js'
import { type ListedInstance, useInstanceCommand } from './use-instances.js'

const MODES = ['default', 'none', 'number'] as const
type Mode = (typeof MODES)[number]

interface LimitDraft {
  readonly mode: Mode
  readonly text: string
}

type Drafts = Readonly<Record<LimitName, LimitDraft>>

const draftOf = (limit: number | 'none' | undefined): LimitDraft => {
  if (limit === undefined) return { mode: 'default', text: '' }
  return limit === 'none' ? { mode: 'none', text: '' } : { mode: 'number', text: String(limit) }
}

const draftsOf = (limits: StoredLimits | undefined): Drafts => ({
  requestsPerSecond: draftOf(limits?.requestsPerSecond),
  concurrent: draftOf(limits?.concurrent),
  bytesInFlight: draftOf(limits?.bytesInFlight),
})

const changeOf = ({ mode, text }: LimitDraft): number | 'none' | 'default' =>
  mode === 'number' ? Number(text) : mode

/** What the instance, or one of its keys, may ask at most. */
export function LimitsForm({ instance: { name, keys, limits } }: { instance: ListedInstance }) {
  const words = useRoomTexts(instancesTexts)
  const [keyId, setKeyId] = useState('')
  const [drafts, setDrafts] = useState(() => draftsOf(limits))
  const [isSaved, setSaved] = useState(false)
  const saving = useInstanceCommand(() => setSaved(true))
  const choose = (chosen: string): void => {
    setKeyId(chosen)
    setSaved(false)
    setDrafts(draftsOf(chosen === '' ? limits : keys.find(({ id }) => id === chosen)?.limits))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const change = {
      requestsPerSecond: changeOf(drafts.requestsPerSecond),
      concurrent: changeOf(drafts.concurrent),
      bytesInFlight: changeOf(drafts.bytesInFlight),
    }
    saving.mutate({ action: 'limit', name, ...(keyId !== '' && { keyId }), change })
  }
  return (
    <form className="instance-part" onSubmit={submit} aria-label={words.limits}>
      <h2>{words.limits}</h2>
      <p className="quiet">{words.limitsHelp}</p>
      <label className="field limits-of">
        <span>{words.limitsOf}</span>
        <select className="input" value={keyId} onChange={(event) => choose(event.target.value)}>
          <option value="">{words.wholeInstance}</option>
          {keys.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      {limitNames.map((each) => (
        <LimitField
          key={each}
          label={words[each]}
          draft={drafts[each]}
          change={(draft) => {
            setSaved(false)
            setDrafts({ ...drafts, [each]: draft })
          }}
        />
      ))}
      <div className="fields">
        <button type="submit" className="button" disabled={saving.isPending}>
          {words.saveLimits}
        </button>
        {isSaved && (
          <span className="quiet" role="status">
            {words.saved}
          </span>
        )}
      </div>
      {saving.error !== null && <ErrorNote error={saving.error} />}
    </form>
  )
}

function LimitField({
  label,
  draft,
  change,
}: {
  label: string
  draft: LimitDraft
  change: (draft: LimitDraft) => void
}) {
  const words = useRoomTexts(instancesTexts)
  return (
    <div className="limit-field">
      <span>{label}</span>
      <select
        className="input"
        aria-label={label}
        value={draft.mode}
        onChange={(event) =>
          change({ ...draft, mode: MODES.find((each) => each === event.target.value) ?? 'default' })
        }
      >
        {MODES.map((each) => (
          <option key={each} value={each}>
            {words.modes[each]}
          </option>
        ))}
      </select>
      {draft.mode === 'number' && (
        <input
          className="input"
          type="number"
          min="1"
          step="1"
          required
          aria-label={`${label}: ${words.modes.number}`}
          value={draft.text}
          onChange={(event) => change({ ...draft, text: event.target.value })}
        />
      )}
    </div>
  )
}
