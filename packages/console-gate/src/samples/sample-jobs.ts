import type { Clock } from '@rowhouse/platform'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { JobProgress, SampleJob, SampleTask } from '../shapes/index.js'
import { SentRequests } from './sent-requests.js'

/** What a running job has to tell. */
export interface JobReports {
  readonly signal: AbortSignal
  readonly sent: SentRequests
  onProgress(progress: JobProgress): void
  /** What is found so far. */
  onResult(result: unknown): void
}

interface KeptJob {
  readonly instance: string
  readonly stopping: AbortController
  readonly sent: SentRequests
  job: SampleJob
}

/** The tables that a task changes, by a name; questions change none. */
function workOf(task: SampleTask): string | undefined {
  if (task.kind === 'load' || task.kind === 'drop') return task.sample
  if (task.kind === 'field') return 'media'
  return task.kind === 'lab' ? 'card-lab' : undefined
}

/** The work that visitors have begun, in memory: a job outlives the page that began it, not the server. */
export class SampleJobs {
  readonly #clock: Clock
  /** The oldest first. */
  readonly #kept = new Map<string, KeptJob>()
  #started = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The jobs of an instance, the newest first. */
  of(instance: string): readonly SampleJob[] {
    return [...this.#kept.values()]
      .filter((kept) => kept.instance === instance)
      .map(({ job, sent }) => ({ ...job, requests: sent.requests }))
      .toReversed()
  }

  start(
    instance: string,
    task: SampleTask,
    run: (reports: JobReports) => Promise<void>,
  ): SampleJob {
    const running = this.of(instance).filter(({ state }) => state === 'running')
    if (running.length >= consoleLimits.SAMPLE_JOBS_AT_ONCE) {
      throw new Refusal(429, 'too much work is running in this instance: wait, or stop some of it')
    }
    const work = workOf(task)
    if (work !== undefined && running.some(({ task: other }) => workOf(other) === work)) {
      throw new Refusal(409, 'this is being worked on already: wait, or stop it')
    }
    this.#started += 1
    const id = String(this.#started)
    const kept: KeptJob = {
      instance,
      stopping: new AbortController(),
      sent: new SentRequests(),
      job: {
        id,
        task,
        state: 'running',
        startedAt: this.#clock.now(),
        endedAt: undefined,
        progress: undefined,
        result: undefined,
        reason: undefined,
        requests: [],
      },
    }
    this.#kept.set(id, kept)
    this.#forgetOld()
    void this.#run(kept, run)
    return kept.job
  }

  stop(instance: string, id: string): void {
    const kept = this.#kept.get(id)
    if (kept?.instance !== instance) throw new Refusal(404, `there is no job ${id}`)
    kept.stopping.abort()
  }

  /** Ends everything that runs, because the console closes. */
  close(): void {
    for (const { stopping } of this.#kept.values()) stopping.abort()
  }

  async #run(kept: KeptJob, run: (reports: JobReports) => Promise<void>): Promise<void> {
    const { signal } = kept.stopping
    const change = (changes: Partial<SampleJob>): void => {
      kept.job = { ...kept.job, ...changes }
    }
    const end = (changes: Partial<SampleJob>): void =>
      change({ ...changes, endedAt: this.#clock.now() })
    try {
      await run({
        signal,
        sent: kept.sent,
        onProgress: (progress) => change({ progress }),
        onResult: (result) => change({ result }),
      })
      end({ state: signal.aborted ? 'stopped' : 'done' })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      end(signal.aborted ? { state: 'stopped' } : { state: 'failed', reason })
    }
  }

  #forgetOld(): void {
    for (const [id, { job }] of this.#kept) {
      if (this.#kept.size <= consoleLimits.SAMPLE_JOBS_MAX) return
      if (job.state !== 'running') this.#kept.delete(id)
    }
  }
}
