import type { Clock } from '@rowhouse/platform'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { JobProgress, ListedJob, SampleJob, SampleTask } from '../shapes/index.js'
import type { JobKeeper, StoredJob } from './job-folder.js'
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
  /** The identity of its instance. */
  readonly instance: string
  readonly stopping: AbortController
  /** Undefined for a job of an earlier server. */
  readonly sent: SentRequests | undefined
  job: SampleJob
  /** How often it has told what it found. */
  results: number
  /** In milliseconds of the monotonic clock. */
  savedAt: number
}

/** The job with what it has sent until now. */
const seen = ({ job, sent }: KeptJob): SampleJob =>
  sent === undefined ? job : { ...job, requests: sent.requests }

/** The job as lists have it. */
function listed(kept: KeptJob): ListedJob {
  const { requests, result: _, ...job } = seen(kept)
  return { ...job, requestCount: requests.length, resultCount: kept.results }
}

/** The tables that a task changes, by a name; questions change none. */
function workOf(task: SampleTask): string | undefined {
  if (task.kind === 'load' || task.kind === 'drop') return task.sample
  if (task.kind === 'field') return 'media'
  return task.kind === 'lab' ? 'card-lab' : undefined
}

/** What a job is about: of equal ones, pages show the newest. */
function subjectOf(instance: string, task: SampleTask): string {
  const { kind } = task
  if (kind === 'ask') return JSON.stringify([instance, kind, task.sample, task.question])
  if (kind === 'lab') return JSON.stringify([instance, kind, task.step])
  return JSON.stringify([instance, kind, kind === 'field' ? '' : task.sample])
}

/**
 * The work that visitors have begun. A job outlives the page that began it, and what it found outlives the
 * server, if there is a keeper; a job that was running then is cut off.
 */
export class SampleJobs {
  readonly #clock: Clock
  readonly #keeper: JobKeeper | undefined
  /** The oldest first. */
  readonly #kept = new Map<string, KeptJob>()
  #started = 0
  #isClosed = false

  constructor(clock: Clock, keeper?: JobKeeper, earlier: readonly StoredJob[] = []) {
    this.#clock = clock
    this.#keeper = keeper
    for (const { instance, job } of earlier) {
      const stopping = new AbortController()
      const results = job.result === undefined ? 0 : 1
      this.#kept.set(job.id, { instance, stopping, sent: undefined, job, results, savedAt: 0 })
      this.#started = Math.max(this.#started, Number(job.id))
    }
    this.#forgetOld()
  }

  /** The jobs of the instance with an identity, the newest first. */
  of(instance: string): readonly SampleJob[] {
    return this.#of(instance).map(seen)
  }

  /** The same without what they found and have sent. */
  list(instance: string): readonly ListedJob[] {
    return this.#of(instance).map(listed)
  }

  #of(instance: string): readonly KeptJob[] {
    return [...this.#kept.values()].filter((kept) => kept.instance === instance).toReversed()
  }

  /** A job with what it found and its requests. */
  find(instance: string, id: string): SampleJob {
    return seen(this.#get(instance, id))
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
    const sent = new SentRequests()
    const kept: KeptJob = {
      instance,
      stopping: new AbortController(),
      sent,
      results: 0,
      savedAt: 0,
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
    this.#save(kept)
    void this.#run(kept, sent, run)
    return kept.job
  }

  stop(instance: string, id: string): void {
    this.#get(instance, id).stopping.abort()
  }

  /** Ends and forgets the jobs of all other instances: a later one of the same name is not shown them. */
  keepOnly(instances: ReadonlySet<string>): void {
    for (const [id, kept] of this.#kept) {
      if (instances.has(kept.instance)) continue
      this.#kept.delete(id)
      kept.stopping.abort()
      this.#keeper?.remove(id)
    }
  }

  /** Cuts off everything that runs, because the console closes. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const kept of this.#kept.values()) {
      if (kept.job.state !== 'running') continue
      kept.job = { ...kept.job, state: 'cut', endedAt: this.#clock.now() }
      this.#keeper?.save({ instance: kept.instance, job: seen(kept) })
      kept.stopping.abort()
    }
    await this.#keeper?.settled()
  }

  #get(instance: string, id: string): KeptJob {
    const kept = this.#kept.get(id)
    if (kept?.instance !== instance) throw new Refusal(404, `there is no job ${id}`)
    return kept
  }

  #save(kept: KeptJob): void {
    // What ends now was cut off, and is saved as such.
    if (this.#isClosed || !this.#kept.has(kept.job.id)) return
    kept.savedAt = this.#clock.monotonic()
    this.#keeper?.save({ instance: kept.instance, job: seen(kept) })
  }

  async #run(
    kept: KeptJob,
    sent: SentRequests,
    run: (reports: JobReports) => Promise<void>,
  ): Promise<void> {
    const { signal } = kept.stopping
    const change = (changes: Partial<SampleJob>): void => {
      kept.job = { ...kept.job, ...changes }
    }
    const end = (changes: Partial<SampleJob>): void => {
      change({ ...changes, endedAt: this.#clock.now() })
      this.#save(kept)
    }
    const tell = (changes: Partial<SampleJob>): void => {
      change(changes)
      const age = this.#clock.monotonic() - kept.savedAt
      if (age >= consoleLimits.SAMPLE_JOB_SAVE_MS) this.#save(kept)
    }
    try {
      await run({
        signal,
        sent,
        onProgress: (progress) => tell({ progress }),
        onResult: (result) => {
          kept.results += 1
          tell({ result })
        },
      })
      end({ state: signal.aborted ? 'stopped' : 'done' })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      end(signal.aborted ? { state: 'stopped' } : { state: 'failed', reason })
    }
  }

  /** First what a newer job has taken the place of, then the oldest. */
  #forgetOld(): void {
    const ended = [...this.#kept].filter(([, { job }]) => job.state !== 'running')
    const newest = new Map(
      [...this.#kept].map(([id, { instance, job }]) => [subjectOf(instance, job.task), id]),
    )
    const isNewest = ([id, { instance, job }]: [string, KeptJob]): boolean =>
      newest.get(subjectOf(instance, job.task)) === id
    const order = [...ended.filter((one) => !isNewest(one)), ...ended.filter(isNewest)]
    const tooMany = Math.max(0, this.#kept.size - consoleLimits.SAMPLE_JOBS_MAX)
    for (const [id] of order.slice(0, tooMany)) {
      this.#kept.delete(id)
      this.#keeper?.remove(id)
    }
  }
}
