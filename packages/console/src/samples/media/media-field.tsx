import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { JobSteps } from '../job-steps.js'
import { JobProgressBar } from '../progress-bar.js'
import { OwnCopy } from '../own-copy.js'
import type { SamplePlace } from '../sample-frame.js'
import { newestJob, useTasks } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import { MEDIA_INDEX, MEDIA_TABLE } from './media-names.js'
import { mediaTexts } from './media-texts.js'

const REINDEX = 'media_meta_index_reindex'

/** Adds a field to the index while it answers, and takes it away again. */
export function MediaField({ place, own }: { place: SamplePlace; own: string }) {
  const texts = useRoomTexts(mediaTexts)
  const shared = useRoomTexts(samplesTexts)
  const { gate } = useSigned()
  const tasks = useTasks(place.instance)
  const [name, setName] = useState('mood')
  const job = newestJob(place.overview, ({ kind }) => kind === 'field')
  // The indexes of another instance are not the visitor's to describe.
  const isOwn = place.instance === own
  const index = useQuery({
    enabled: isOwn,
    queryKey: ['media index', place.instance, job?.id, job?.state],
    queryFn: ({ signal }) =>
      gate.ask(
        place.instance,
        { operation: 'DescribeSearchIndex', table: MEDIA_TABLE, index: MEDIA_INDEX },
        { signal },
      ),
  })
  const others = useQuery({
    enabled: isOwn,
    queryKey: ['media indexes', place.instance, job?.id, job?.state],
    queryFn: ({ signal }) =>
      gate.ask(place.instance, { operation: 'ListSearchIndex', table: MEDIA_TABLE }, { signal }),
  })
  const fields = index.data?.answer.schema.fieldSchemas.map(({ fieldName }) => fieldName) ?? []
  const isRunning = job?.state === 'running' || tasks.start.isPending
  const canSwitch = others.data?.answer.indexes.some((one) => one.index === REINDEX) === true
  return (
    <>
      <p>{texts.fieldLead}</p>
      {!isOwn && <OwnCopy instance={own} sample="media" />}
      {isOwn && !place.mayWrite && <p className="note">{texts.readOnly}</p>}
      {index.error !== null && <ErrorNote error={index.error} />}
      {isOwn && <h2>{texts.fields}</h2>}
      <p className="media-tags">
        {fields.map((field) => (
          <span key={field} className={field === name ? 'tag matched' : 'tag'}>
            {field}
          </span>
        ))}
      </p>
      {place.mayWrite && (
        <FieldActions
          name={name}
          setName={setName}
          hasField={fields.includes(name)}
          canSwitch={canSwitch}
          isRunning={isRunning}
          run={(change) => tasks.start.mutate({ kind: 'field', change, name })}
        />
      )}
      {canSwitch && !isRunning && <p className="quiet">{texts.keepHelp}</p>}
      {tasks.start.error !== null && <ErrorNote error={tasks.start.error} />}
      {job !== undefined && (
        <JobProgressBar
          job={job}
          again={place.mayWrite ? () => tasks.start.mutate(job.task) : undefined}
        />
      )}
      {job !== undefined && <JobSteps instance={place.instance} job={job} summary={shared.code} />}
    </>
  )
}

type Change = 'add' | 'remove' | 'back' | 'keep'

/** What can be done next: a change, or what ends one. */
function FieldActions(props: {
  name: string
  setName: (name: string) => void
  hasField: boolean
  canSwitch: boolean
  isRunning: boolean
  run: (change: Change) => void
}) {
  const { name, setName, hasField, canSwitch, isRunning, run } = props
  const texts = useRoomTexts(mediaTexts)
  return (
    <div className="parameters">
      <label className="field">
        <span>{texts.fieldName}</span>
        <input className="input" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      {!isRunning && !canSwitch && (
        <button
          type="button"
          className="button main"
          disabled={name === ''}
          onClick={() => run(hasField ? 'remove' : 'add')}
        >
          {hasField ? texts.remove : texts.add}
        </button>
      )}
      {!isRunning && canSwitch && (
        <>
          <button type="button" className="button" onClick={() => run('back')}>
            {texts.back}
          </button>
          <button type="button" className="button main" onClick={() => run('keep')}>
            {texts.keep}
          </button>
        </>
      )}
    </div>
  )
}
