import { Link, useLocation } from 'wouter'
import { instancesPath, tablesPath } from '../frame/paths.js'
import { ErrorNote } from '../parts/error-note.js'
import { NameAgain } from '../parts/name-again.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { InstanceKeys } from './instance-keys.js'
import { instancesTexts } from './instances-texts.js'
import { LimitsForm } from './limits-form.js'
import type { NewKey } from './new-key-note.js'
import { type ListedInstance, useInstanceCommand } from './use-instances.js'

/** The keys and limits of one instance, and its end. */
export function InstanceDetails({
  instances,
  name,
  keyMade,
}: {
  instances: readonly ListedInstance[]
  name: string
  keyMade: (key: NewKey) => void
}) {
  const words = useRoomTexts(instancesTexts)
  const instance = instances.find((each) => each.name === name)
  if (instance === undefined) return <p className="note">{words.absent(name)}</p>
  return (
    <>
      <div className="page-head">
        <h1>{name}</h1>
        <span className="quiet">{words.types[instance.type]}</span>
        <Link href={tablesPath(name)} className="button last">
          {words.open}
        </Link>
      </div>
      <InstanceKeys instance={instance} keyMade={keyMade} />
      <LimitsForm instance={instance} />
      <DeleteInstance name={name} />
    </>
  )
}

/** Asks for the name once more: with the instance goes everything in it. */
function DeleteInstance({ name }: { name: string }) {
  const words = useRoomTexts(instancesTexts)
  const [, navigate] = useLocation()
  const deletion = useInstanceCommand(() => navigate(instancesPath))
  return (
    <section className="instance-part danger-part">
      <h2>{words.danger}</h2>
      <p className="quiet">{words.deleteHelp}</p>
      <NameAgain
        name={name}
        label={words.typeName(name)}
        action={words.delete(name)}
        isPending={deletion.isPending}
        onConfirm={() => deletion.mutate({ action: 'delete', name, force: true })}
      />
      {deletion.error !== null && <ErrorNote error={deletion.error} />}
    </section>
  )
}
