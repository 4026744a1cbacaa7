import {
  type LabResults,
  type LabStep,
  type SampleTask,
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
import { newestFinding, newestJob, useJobResult, useSamples, useTasks } from '../sample-gate.js'
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
  const overview = samples.data
  return (
    <SamplePathFrame instance={instance} page="card-lab">
      <main className="page">
        <h1>{shared['card-lab']}</h1>
        <p className="sample-lead">{texts.lead}</p>
        {samples.isPending && <Skeleton label={loading} />}
        {samples.error !== null && (
          <ErrorNote error={samples.error} retry={() => void samples.refetch()} />
        )}
        {overview !== undefined && (
          <>
            <p className="quiet">{texts.throttled}</p>
            {!mayWrite(signed) && <p className="note">{texts.readOnly}</p>}
            <ol className="lab-steps">
              {labSteps.map((step) => (
                <Step key={step} instance={instance} step={step} overview={overview} />
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
  const isMeant = (task: SampleTask): boolean => task.kind === 'lab' && task.step === step
  const job = newestJob(overview, isMeant)
  // A run that was cut off before it found anything does not take away what an earlier one has found.
  const finding = newestFinding(overview, isMeant)
  const isBusy = overview.jobs.some(({ task, state }) => task.kind === 'lab' && state === 'running')
  const found = useJobResult(instance, finding)
  const result = resultOf(step, found.data?.result)
  return (
    <li>
      <div className="page-head">
        <h2>{texts.steps[step]}</h2>
        {mayWrite(signed) && (
          <button
            type="button"
            className="button last"
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
      {finding !== undefined && finding.id !== job?.id && (
        <>
          <p className="quiet">{shared.earlier}</p>
          <JobProgressBar job={finding} />
        </>
      )}
      {found.error !== null && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {result !== undefined && <LabResult step={step} result={result} />}
      {job?.state === 'done' && <JobSteps instance={instance} job={job} summary={shared.code} />}
    </li>
  )
}

/** The gate answers a step with the result of its type; nothing before the first one. */
const resultOf = <S extends LabStep>(_: S, result: unknown): LabResults[S] | undefined =>
  result === undefined || result === null ? undefined : (result as LabResults[S])
