import {
  type LabResults,
  type LabStep,
  type SamplesOverview,
  labSteps,
} from '@rowhouse/console-gate/shapes'
import { mayWrite, useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import { JobProgressBar } from '../progress-bar.js'
import { JobSteps } from '../job-steps.js'
import { SamplePathFrame } from '../sample-frame.js'
import { newestJob, useSamples, useTasks } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import { LabResult } from './lab-results.js'
import { labTexts } from './lab-texts.js'
import './lab.css'

/** The manual's case of campus cards, step by step on real partitions. */
export function CardLabPage({ instance }: { instance: string }) {
  const texts = useRoomTexts(labTexts)
  const shared = useRoomTexts(samplesTexts)
  const loading = useTexts().loading
  const signed = useSigned()
  const samples = useSamples(instance)
  return (
    <SamplePathFrame instance={instance} page="card-lab">
      <main className="page">
        <h1>{shared['card-lab']}</h1>
        <p className="sample-lead">{texts.lead}</p>
        {samples.isPending && <Skeleton label={loading} />}
        {samples.error !== null && (
          <ErrorNote error={samples.error} retry={() => void samples.refetch()} />
        )}
        {samples.data !== undefined && (
          <>
            <p className={samples.data.throttlesPartitions ? 'quiet' : 'note'}>
              {samples.data.throttlesPartitions ? texts.throttled : texts.notThrottled}
            </p>
            {!mayWrite(signed) && <p className="note">{texts.readOnly}</p>}
            <ol className="lab-steps">
              {labSteps.map((step) => (
                <Step key={step} instance={instance} step={step} overview={samples.data} />
              ))}
            </ol>
          </>
        )}
      </main>
    </SamplePathFrame>
  )
}

function Step(props: { instance: string; step: LabStep; overview: SamplesOverview }) {
  const { instance, step, overview } = props
  const texts = useRoomTexts(labTexts)
  const shared = useRoomTexts(samplesTexts)
  const signed = useSigned()
  const tasks = useTasks(instance)
  const job = newestJob(overview, (task) => task.kind === 'lab' && task.step === step)
  const isBusy = overview.jobs.some(({ task, state }) => task.kind === 'lab' && state === 'running')
  const result = job && resultOf(step, job.result)
  return (
    <li>
      <div className="page-head">
        <h2>{texts.steps[step]}</h2>
        {mayWrite(signed) && (
          <button
            type="button"
            className="button"
            aria-label={`${texts.run}: ${texts.steps[step]}`}
            disabled={isBusy || tasks.start.isPending}
            onClick={() => tasks.start.mutate({ kind: 'lab', step })}
          >
            {texts.run}
          </button>
        )}
      </div>
      <p className="quiet">{texts.leads[step]}</p>
      {tasks.start.error !== null && <ErrorNote error={tasks.start.error} />}
      {job !== undefined && (
        <JobProgressBar
          job={job}
          stop={() => tasks.stop.mutate(job.id)}
          again={mayWrite(signed) && !isBusy ? () => tasks.start.mutate(job.task) : undefined}
        />
      )}
      {result !== undefined && <LabResult step={step} result={result} />}
      {job?.state === 'done' && <JobSteps instance={instance} job={job} summary={shared.code} />}
    </li>
  )
}

/** The gate answers a step with the result of its type; nothing before the first one. */
const resultOf = <S extends LabStep>(_: S, result: unknown): LabResults[S] | undefined =>
  result === undefined || result === null ? undefined : (result as LabResults[S])
