import type { InstanceCommand } from '@rowhouse/console-gate/shapes'
import { useState } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { instancesTexts } from './instances-texts.js'
import { limitsText } from './limits-text.js'
import type { NewKey } from './new-key-note.js'
import { type ListedInstance, useInstanceCommand } from './use-instances.js'

const ACCESSES = ['read-write', 'read-only'] as const

interface Asking {
  readonly question: string
  readonly act: string
  readonly command: InstanceCommand
}

/** The access keys of an instance, without their secrets. */
export function InstanceKeys({
  instance: { name, keys },
  keyMade,
}: {
  instance: ListedInstance
  keyMade: (key: NewKey) => void
}) {
  const words = useRoomTexts(instancesTexts)
  const [asking, setAsking] = useState<Asking>()
  const change = useInstanceCommand(({ key }) => {
    if (key !== undefined) keyMade(key)
    setAsking(undefined)
  })
  return (
    <section className="instance-part" aria-label={words.keys}>
      <h2>{words.keys}</h2>
      {keys.length === 0 && <p className="note">{words.noKeys}</p>}
      {keys.length > 0 && <KeyList name={name} keys={keys} ask={setAsking} />}
      {asking !== undefined && (
        <div className="note fields" role="alertdialog" aria-label={asking.question}>
          {asking.question}
          <button
            type="button"
            className="button danger"
            disabled={change.isPending}
            onClick={() => change.mutate(asking.command)}
          >
            {asking.act}
          </button>
          <button type="button" className="button" onClick={() => setAsking(undefined)}>
            {words.cancel}
          </button>
        </div>
      )}
      <MakeKey
        isBusy={change.isPending}
        make={(access) => change.mutate({ action: 'add-key', name, access })}
      />
      {change.error !== null && <ErrorNote error={change.error} />}
    </section>
  )
}

function KeyList({
  name,
  keys,
  ask,
}: Pick<ListedInstance, 'name' | 'keys'> & { ask: (asking: Asking) => void }) {
  const words = useRoomTexts(instancesTexts)
  const { language } = useReading()
  const askToRotate = (keyId: string): void =>
    ask({
      question: words.confirmRotate(keyId),
      act: words.rotate,
      command: { action: 'rotate-key', name, keyId, keepOld: false },
    })
  const askToRevoke = (keyId: string): void =>
    ask({
      question: words.confirmRevoke(keyId),
      act: words.revoke,
      command: { action: 'remove-key', name, keyId },
    })
  return (
    <div className="list-frame">
      <table className="list key-list">
        <thead>
          <tr>
            <th>{words.keyId}</th>
            <th>{words.access}</th>
            <th>{words.limits}</th>
            <th>
              <span className="hidden-text">{words.revoke}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ id, access, limits }) => (
            <tr key={id}>
              <td>
                <code>{id}</code>
              </td>
              <td>{words.accesses[access]}</td>
              <td className="quiet">{limitsText(limits, words, language)}</td>
              <td className="number">
                <KeyAction act={words.rotate} help={words.rotateHelp} ask={() => askToRotate(id)} />
                <KeyAction act={words.revoke} ask={() => askToRevoke(id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const KeyAction = ({ act, help, ask }: { act: string; help?: string; ask: () => void }) => (
  <button type="button" className="button plain" title={help} onClick={ask}>
    {act}
  </button>
)

function MakeKey({
  isBusy,
  make,
}: {
  isBusy: boolean
  make: (access: (typeof ACCESSES)[number]) => void
}) {
  const words = useRoomTexts(instancesTexts)
  const [access, setAccess] = useState<(typeof ACCESSES)[number]>('read-write')
  return (
    <div className="fields">
      <select
        className="input"
        aria-label={words.access}
        value={access}
        onChange={(event) =>
          setAccess(ACCESSES.find((each) => each === event.target.value) ?? 'read-write')
        }
      >
        {ACCESSES.map((each) => (
          <option key={each} value={each}>
            {words.accesses[each]}
          </option>
        ))}
      </select>
      <button type="button" className="button" disabled={isBusy} onClick={() => make(access)}>
        {words.addKey}
      </button>
    </div>
  )
}
