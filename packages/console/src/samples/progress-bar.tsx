import type { ListedJob } from '@rowhouse/console-gate/shapes'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { samplesTexts } from './samples-texts.js'

/** How far a job has come, or how it ended. */
export function JobProgressBar(props: {
  job: ListedJob
  stop?: (() => void) | undefined
  /** Begins a job again that was cut off. */
  again?: (() => void) | undefined
}) {
  const { job, stop, again } = props
  const texts = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const number = (value: number): string => value.toLocaleString(language)
  const { progress, state } = job
  if (state === 'failed') {
    return (
      <p className="note error" role="alert">
        {texts.failed}: {job.reason}
      </p>
    )
  }
  if (state === 'stopped') {
    const text = job.task.kind === 'load' ? texts.loadStopped : texts.stopped
    return <p className="quiet">{text}</p>
  }
  if (state === 'cut') {
    return (
      <p className="job-line">
        <span className="quiet">{texts.cut(new Date(job.startedAt).toLocaleString(language))}</span>
        {again !== undefined && (
          <button type="button" className="button last" onClick={again}>
            {texts.again}
          </button>
        )}
      </p>
    )
  }
  if (state === 'done') {
    const seconds = ((job.endedAt ?? job.startedAt) - job.startedAt) / 1_000
    const at = new Date(job.endedAt ?? job.startedAt).toLocaleString(language)
    return <p className="quiet">{texts.done(number(Math.round(seconds * 10) / 10), at)}</p>
  }
  const { step = '', name = '', done = 0, of } = progress ?? {}
  return (
    <div className="job">
      <div className="job-line">
        <span>
          {stepName(texts.steps, step)} <code>{name}</code>
        </span>
        {stop !== undefined && (
          <button type="button" className="button last" onClick={stop}>
            {texts.cancel}
          </button>
        )}
      </div>
      <div className="job-count">
        {of === undefined ? (
          <progress aria-label={stepName(texts.steps, step)} />
        ) : (
          <progress aria-label={stepName(texts.steps, step)} value={done} max={Math.max(1, of)} />
        )}
        {progress !== undefined && (
          <span className="quiet">
            {of === undefined ? number(done) : texts.doneOf(number(done), number(of))}
          </span>
        )}
      </div>
    </div>
  )
}

const stepName = (names: Readonly<Record<string, string>>, step: string): string =>
  names[step] ?? names['begin'] ?? step
