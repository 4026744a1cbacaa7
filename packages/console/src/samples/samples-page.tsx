import type {
  ListedJob,
  SampleFound,
  SampleName,
  SamplesOverview,
} from '@rowhouse/console-gate/shapes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Frame } from '../frame/frame.js'
import { samplesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { COPY_ROWS } from './own-copy.js'
import { JobProgressBar } from './progress-bar.js'
import { LoadSteps } from './load-steps.js'
import { newestJob, useSamples, useTasks } from './sample-gate.js'
import { SamplePicture } from './sample-picture.js'
import './samples.css'
import { samplesTexts } from './samples-texts.js'

/** What the drop of a sample takes away. */
const TABLES: Readonly<Record<SampleName, string>> = {
  orders: 'consumer, seller, product, product_intro, order_contract',
  shops: 'geo_positon',
  media: 'media_meta',
}

/** The samples of an instance: loaded, opened and removed here. */
export function SamplesPage({ instance }: { instance: string }) {
  const texts = useRoomTexts(samplesTexts)
  const loading = useTexts().loading
  const samples = useSamples(instance)
  return (
    <Frame instance={instance} here={{ label: texts.title, siblings: [] }}>
      <main className="page">
        <div className="page-head">
          <h1>{texts.title}</h1>
        </div>
        <p className="sample-lead">{texts.lead}</p>
        {samples.isPending && <Skeleton label={loading} />}
        {samples.error !== null && (
          <ErrorNote error={samples.error} retry={() => void samples.refetch()} />
        )}
        {samples.data !== undefined && <Samples instance={instance} overview={samples.data} />}
      </main>
    </Frame>
  )
}

const Samples = (props: { instance: string; overview: SamplesOverview }) => (
  <>
    <SampleList {...props} />
    <Shared {...props} />
  </>
)

interface SampleListProps {
  readonly instance: string
  readonly overview: SamplesOverview
  /** Called when a load was begun. */
  readonly begun?: () => void
}

export function SampleList(props: SampleListProps) {
  const texts = useRoomTexts(samplesTexts)
  return (
    <ul className="sample-list">
      {(['orders', 'shops', 'media'] as const).map((sample) => (
        <SampleEntry key={sample} {...props} sample={sample} />
      ))}
      <li>
        <SamplePicture sample="card-lab" />
        <h2>{texts['card-lab']}</h2>
        <p>{texts.about['card-lab']}</p>
        <p>
          <Link className="button main" href={samplesPath(props.instance, 'card-lab')}>
            {texts.open}
          </Link>
        </p>
      </li>
    </ul>
  )
}

function SampleEntry(props: SampleListProps & { sample: SampleName }) {
  const { instance, sample, overview, begun } = props
  const texts = useRoomTexts(samplesTexts)
  const signed = useSigned()
  const tasks = useTasks(instance)
  const [isRemoving, setRemoving] = useState(false)
  const found = overview.sets[sample]
  const job = newestJob(
    overview,
    (task) => (task.kind === 'load' || task.kind === 'drop') && task.sample === sample,
  )
  const isRunning = job?.state === 'running' || tasks.start.isPending
  const isWhole = found !== undefined && found.loaded >= found.rows
  const load = (index: 'before' | 'after') => () =>
    tasks.start.mutate(
      { kind: 'load', sample, rows: found?.rows ?? COPY_ROWS, index },
      { onSuccess: () => begun?.() },
    )
  return (
    <li>
      <SamplePicture sample={sample} />
      <h2>{texts[sample]}</h2>
      <p>{texts.about[sample]}</p>
      {!isRunning && <SampleState found={found} />}
      {job !== undefined && (job.state !== 'done' || isWhole) && (
        <SampleJobLine job={job} tasks={tasks} isWhole={isWhole} />
      )}
      {tasks.start.error !== null && <ErrorNote error={tasks.start.error} />}
      <div className="fields">
        {isWhole && !isRunning && (
          <Link className="button main" href={samplesPath(instance, sample)}>
            {texts.open}
          </Link>
        )}
        {!isWhole && !isRunning && mayWrite(signed) && (
          <LoadButtons isNew={found === undefined} load={load} />
        )}
        {!isWhole && overview.sharedSets.includes(sample) && overview.shared !== instance && (
          <Link className="button" href={`${samplesPath(instance, sample)}?in=shared`}>
            {texts.useShared}
          </Link>
        )}
        {found !== undefined && !isRunning && mayWrite(signed) && !isRemoving && (
          <button type="button" className="button" onClick={() => setRemoving(true)}>
            {texts.remove}
          </button>
        )}
      </div>
      {isRemoving && (
        <ConfirmRemove
          tables={TABLES[sample]}
          cancel={() => setRemoving(false)}
          remove={() => {
            setRemoving(false)
            tasks.start.mutate({ kind: 'drop', sample })
          }}
        />
      )}
      {!mayWrite(signed) && found === undefined && <p className="quiet">{texts.readOnly}</p>}
      {job !== undefined && <LoadSteps instance={instance} job={job} />}
    </li>
  )
}

function LoadButtons(props: { isNew: boolean; load: (index: 'before' | 'after') => () => void }) {
  const { isNew, load } = props
  const texts = useRoomTexts(samplesTexts)
  return (
    <>
      <button type="button" className="button main" onClick={load('after')}>
        {isNew ? texts.load : texts.goOn}
      </button>
      {isNew && (
        <button type="button" className="button" onClick={load('before')}>
          {texts.loadIndexFirst}
        </button>
      )}
    </>
  )
}

function SampleJobLine(props: {
  job: ListedJob
  tasks: ReturnType<typeof useTasks>
  isWhole: boolean
}) {
  const { job, tasks, isWhole } = props
  const signed = useSigned()
  // A load that was cut off goes on by its own button.
  const mayBegin = mayWrite(signed) && (isWhole || job.task.kind === 'drop')
  const again = mayBegin ? () => tasks.start.mutate(job.task) : undefined
  return <JobProgressBar job={job} stop={() => tasks.stop.mutate(job.id)} again={again} />
}

function SampleState({ found }: { found: SampleFound | undefined }) {
  const texts = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const number = (value: number): string => value.toLocaleString(language)
  const state = (): string => {
    if (found === undefined) return texts.none
    const { rows, loaded } = found
    return loaded < rows ? texts.partly(number(loaded), number(rows)) : texts.rows(number(rows))
  }
  return <p className="quiet">{state()}</p>
}

function ConfirmRemove(props: { tables: string; remove: () => void; cancel: () => void }) {
  const texts = useRoomTexts(samplesTexts)
  return (
    <div className="note" role="alertdialog" aria-label={texts.remove}>
      <p>{texts.confirmRemove(props.tables)}</p>
      <div className="fields">
        <button type="button" className="button danger" onClick={props.remove}>
          {texts.remove}
        </button>
        <button type="button" className="button" onClick={props.cancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  )
}

function Shared({ instance, overview }: { instance: string; overview: SamplesOverview }) {
  const texts = useRoomTexts(samplesTexts)
  const { gate, session } = useSigned()
  const queries = useQueryClient()
  const share = useMutation({
    mutationFn: () => gate.samples<object>(['shared-samples', 'share'], {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ['samples', instance] }),
  })
  if (overview.shared === instance) return null
  if (overview.shared !== undefined) {
    return (
      <p className="quiet">
        {texts.isShared}{' '}
        {session.access === 'operator' && (
          <Link href={samplesPath(overview.shared)}>{texts.open}</Link>
        )}
      </p>
    )
  }
  if (session.access !== 'operator') return null
  return (
    <div className="note">
      <p>{texts.shareHelp}</p>
      {share.error !== null && <ErrorNote error={share.error} />}
      <div>
        <button type="button" className="button" onClick={() => share.mutate()}>
          {texts.share}
        </button>
      </div>
    </div>
  )
}
