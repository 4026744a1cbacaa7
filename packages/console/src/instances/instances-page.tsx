import { useState } from 'react'
import { Link } from 'wouter'
import { Frame } from '../frame/frame.js'
import { instancePath, instancesPath } from '../frame/paths.js'

import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { CreateInstance } from './create-instance.js'
import { InstanceDetails } from './instance-details.js'
import './instances.css'
import { instancesTexts } from './instances-texts.js'
import { limitsText } from './limits-text.js'
import { type NewKey, NewKeyNote } from './new-key-note.js'
import { type ListedInstance, useInstances } from './use-instances.js'

/** The instances of the server, or one of them, for the operator. */
export function InstancesPage({ name }: { name?: string }) {
  const words = useRoomTexts(instancesTexts)
  const texts = useTexts()
  const { session } = useSigned()
  const [madeKey, setMadeKey] = useState<NewKey>()
  const isOperator = session.access === 'operator'
  const found = useInstances()
  const list = { label: words.title, path: instancesPath }
  const siblings = (found.data ?? []).map((each) => ({
    label: each.name,
    path: instancePath(each.name),
  }))
  const steps = name === undefined ? [] : [{ label: list.label, siblings: [list] }]
  const here = name === undefined ? { label: list.label, siblings: [] } : { label: name, siblings }
  if (!isOperator) {
    return (
      <Frame here={here}>
        <main className="page">
          <p className="note">{words.forbidden}</p>
        </main>
      </Frame>
    )
  }
  return (
    <Frame steps={steps} here={here}>
      <main className="page">
        {madeKey !== undefined && (
          <NewKeyNote madeKey={madeKey} dismiss={() => setMadeKey(undefined)} />
        )}
        {found.isPending && <Skeleton label={texts.loading} />}
        {found.error !== null && (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        )}
        {found.data !== undefined && name === undefined && (
          <InstanceList instances={found.data} keyMade={setMadeKey} />
        )}
        {found.data !== undefined && name !== undefined && (
          <InstanceDetails key={name} instances={found.data} name={name} keyMade={setMadeKey} />
        )}
      </main>
    </Frame>
  )
}

function InstanceList({
  instances,
  keyMade,
}: {
  instances: readonly ListedInstance[]
  keyMade: (key: NewKey) => void
}) {
  const words = useRoomTexts(instancesTexts)
  const { language } = useReading()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <div className="page-head">
        <h1>{words.title}</h1>
        <span className="quiet">{words.count(instances.length)}</span>
        {!isCreating && (
          <button type="button" className="button main last" onClick={() => setCreating(true)}>
            {words.create}
          </button>
        )}
      </div>
      {isCreating && <CreateInstance keyMade={keyMade} done={() => setCreating(false)} />}
      {instances.length === 0 && !isCreating && (
        <div className="empty">
          <p>{words.empty}</p>
          <p className="quiet">{words.emptyHelp}</p>
        </div>
      )}
      {instances.length > 0 && (
        <div className="list-frame">
          <table className="list">
            <thead>
              <tr>
                <th>{words.name}</th>
                <th>{words.type}</th>
                <th className="number">{words.keys}</th>
                <th>{words.limits}</th>
              </tr>
            </thead>
            <tbody>
              {instances.map(({ name, type, keys, limits }) => (
                <tr key={name}>
                  <td>
                    <Link href={instancePath(name)}>{name}</Link>
                  </td>
                  <td>{words.types[type]}</td>
                  <td className="number">{keys.length.toLocaleString(language)}</td>
                  <td className="quiet">{limitsText(limits, words, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
