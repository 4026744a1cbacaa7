import type {
  AnswerOf,
  ListedJob,
  ParametersOf,
  QuestionOf,
  SampleName,
  SampleTask,
} from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { JobSteps } from './job-steps.js'
import { type FieldsOf, ParameterForm } from './parameter-form.js'
import { JobProgressBar } from './progress-bar.js'
import { parametersFrom, useSampleAddress } from './sample-address.js'
import type { SamplePlace } from './sample-frame.js'
import { newestDone, newestJob, plantedOf, useJobResult, useTasks } from './sample-gate.js'
import { samplesTexts } from './samples-texts.js'

/** A question that a job answers: begun here, looked at again later, its result dated. */
export function JobScreen<S extends SampleName, Q extends QuestionOf<S>>(props: {
  place: SamplePlace
  sample: S
  question: Q
  help: string
  fields: FieldsOf<ParametersOf<S, Q>>
  show: (answer: AnswerOf<S, Q>) => ReactNode
}) {
  const { place, sample, question, help, fields, show } = props
  const texts = useRoomTexts(samplesTexts)
  const address = useSampleAddress()
  const tasks = useTasks(place.instance)
  const isMeant = (task: SampleTask): boolean =>
    task.kind === 'ask' && task.sample === sample && task.question === question
  const job = newestJob(place.overview, isMeant)
  const done = newestDone(place.overview, isMeant)
  const found = useJobResult(place.instance, done)
  // The form has what the result below it was asked with.
  const asked = parametersOf<S, Q>(done ?? job)
  const planted = plantedOf<S, Q>(place.overview, sample, question)
  const parameters = parametersFrom(address.of('with'), asked ?? planted)
  return (
    <>
      <p className="quiet">{help}</p>
      <ParameterForm
        key={JSON.stringify(parameters)}
        fields={fields}
        parameters={parameters}
        submit={texts.run}
        onAsk={(asked) => {
          address.show({ with: JSON.stringify(asked) })
          tasks.start.mutate({ kind: 'ask', sample, question, parameters: asked })
        }}
      />
      {tasks.start.error !== null && <ErrorNote error={tasks.start.error} />}
      {job !== undefined && (
        <>
          <JobProgressBar
            job={job}
            stop={() => tasks.stop.mutate(job.id)}
            again={() => tasks.start.mutate(job.task)}
          />
          {done !== undefined && done.id !== job.id && (
            <>
              <p className="quiet">{texts.earlier}</p>
              <JobProgressBar job={done} />
            </>
          )}
          {found.error !== null && (
            <ErrorNote error={found.error} retry={() => void found.refetch()} />
          )}
          {found.data !== undefined && show(resultOf<S, Q>(found.data.result))}
          <JobSteps instance={place.instance} job={job} summary={texts.code} />
        </>
      )}
    </>
  )
}

/** The gate answers a question with the answer of its type, also by a job. */
const resultOf = <S extends SampleName, Q extends QuestionOf<S>>(result: unknown) =>
  result as AnswerOf<S, Q>

/** The gate has checked them when the job began. */
const parametersOf = <S extends SampleName, Q extends QuestionOf<S>>(
  job: ListedJob | undefined,
): ParametersOf<S, Q> | undefined =>
  job?.task.kind === 'ask' ? (job.task.parameters as ParametersOf<S, Q>) : undefined
