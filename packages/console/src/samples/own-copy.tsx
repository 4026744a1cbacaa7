import type { SampleName } from '@rowhouse/console-gate/shapes'
import { Link, useSearchParams } from 'wouter'
import { samplesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { JobProgressBar } from './progress-bar.js'
import { newestJob, useSamples, useTasks } from './sample-gate.js'
import { samplesTexts } from './samples-texts.js'

/** Enough for every question of the manual, and loaded in seconds. */
export const COPY_ROWS = 20_000

/** Where a screen would write into shared rows: a copy in the visitor's own instance, by one click. */
export function OwnCopy({ instance, sample }: { instance: string; sample: SampleName }) {
  const texts = useRoomTexts(samplesTexts)
  const signed = useSigned()
  const own = useSamples(instance).data
  const tasks = useTasks(instance)
  const [search] = useSearchParams()
  const found = own?.sets[sample]
  const isWhole = found !== undefined && found.loaded >= found.rows
  const job = newestJob(own, (task) => task.kind === 'load' && task.sample === sample)
  const isRunning = job?.state === 'running' || tasks.start.isPending
  const load = { kind: 'load', sample, rows: found?.rows ?? COPY_ROWS, index: 'after' } as const
  const kept = new URLSearchParams(search)
  kept.delete('in')
  return (
    <div className="note">
      <p>{texts.inShared}</p>
      {!mayWrite(signed) && <p className="quiet">{texts.readOnly}</p>}
      {job !== undefined && !isWhole && (
        <JobProgressBar job={job} stop={() => tasks.stop.mutate(job.id)} />
      )}
      {tasks.start.error !== null && <ErrorNote error={tasks.start.error} />}
      {own !== undefined && mayWrite(signed) && !isWhole && !isRunning && (
        <div>
          <button type="button" className="button main" onClick={() => tasks.start.mutate(load)}>
            {texts.ownCopy}
          </button>
        </div>
      )}
      {isWhole && !isRunning && (
        <div>
          <Link className="button main" href={`${samplesPath(instance, sample)}?${kept}`}>
            {texts.openCopy}
          </Link>
        </div>
      )}
    </div>
  )
}
