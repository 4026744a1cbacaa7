import { CallError, type Client } from '@rowhouse/client'
import { type Clock, expectDefined } from '@rowhouse/platform'
import { TablestoreError } from '@rowhouse/protocol'
import type { ShopGround } from '@rowhouse/demos'
import type { InstanceRegistry } from '@rowhouse/server'
import { Refusal, ServiceRefusal } from '../refusal.js'
import type {
  AskedMap,
  AskedSample,
  JobList,
  SampleAnswered,
  SampleJob,
  SampleName,
  SampleTask,
  SamplesOverview,
} from '../shapes/index.js'
import { type Asking, SHARED_SAMPLES, type VisitorCalls } from '../visitor-calls.js'
import type { SampleJobs } from './sample-jobs.js'
import { SentRequests } from './sent-requests.js'

export interface SamplesParts {
  readonly calls: VisitorCalls
  readonly clock: Clock
  readonly registry: Pick<InstanceRegistry, 'find' | 'create'>
  readonly jobs: SampleJobs
}

/** The samples are loaded when somebody opens them, and not with the server. */
const questions = () => import('./ask-question.js')
const tasks = () => import('./run-task.js')
const maps = () => import('@rowhouse/demos')

/** The seed of the sets that the console loads. */
const SEED = 1

/** Answers what the pages of the samples ask. Calls are made with the visitor's own rights. */
export class SamplesDesk {
  readonly #parts: SamplesParts
  #ground: ShopGround | undefined

  constructor(parts: SamplesParts) {
    this.#parts = parts
  }

  async overview(asking: Asking): Promise<SamplesOverview> {
    const { findSets, plantedParameters } = await questions()
    const setsOf = (instance: string) =>
      refusing(findSets(this.#client({ ...asking, instance }, new SentRequests())))
    const isShared = this.#parts.calls.isShared(SHARED_SAMPLES)
    return {
      planted: plantedParameters(),
      sets: await setsOf(asking.instance),
      jobs: this.#parts.jobs.list(this.#identityOf(asking)),
      shared: isShared ? SHARED_SAMPLES : undefined,
      sharedSets: isShared ? wholeOf(await setsOf(SHARED_SAMPLES)) : [],
    }
  }

  async ask(asking: Asking, asked: AskedSample): Promise<SampleAnswered<unknown>> {
    const { inquiryOf, picturesIn } = await questions()
    const inquiry = inquiryOf(asked)
    if (inquiry.way === 'job') throw new Refusal(400, `${asked.question} is asked as a job`)
    const sent = new SentRequests()
    const { clock } = this.#parts
    const began = clock.monotonic()
    const answer = await refusing(inquiry.ask(this.#client(asking, sent)))
    const took = clock.monotonic() - began
    const pictures = picturesIn(asked.sample, answer)
    return { answer, took, calls: sent.calls, requests: sent.requests, pictures }
  }

  /** Begins a task; it goes on when the page is left. */
  async start(asking: Asking, task: SampleTask): Promise<SampleJob> {
    const { calls } = this.#parts
    if (task.kind === 'ask') calls.mayRead(asking)
    else calls.mayChange(asking)
    const { runTask } = await tasks()
    return this.#parts.jobs.start(this.#identityOf(asking), task, (reports) =>
      runTask(this.#client({ ...asking, signal: reports.signal }, reports.sent), task, {
        ...reports,
        holdPartitions: (table) => calls.holdPartitions(asking, table),
      }),
    )
  }

  /** What pages ask for again and again while jobs run. */
  jobs(asking: Asking): JobList {
    this.#parts.calls.mayRead(asking)
    return { jobs: this.#parts.jobs.list(this.#identityOf(asking)) }
  }

  /** What a job has found so far. */
  result(asking: Asking, id: string): { readonly result: unknown } {
    return { result: this.job(asking, id).result }
  }

  /** A job with what it found and its requests. */
  job(asking: Asking, id: string): SampleJob {
    this.#parts.calls.mayRead(asking)
    return this.#parts.jobs.find(this.#identityOf(asking), id)
  }

  stop(asking: Asking, id: string): void {
    this.#parts.calls.mayChange(asking)
    this.#parts.jobs.stop(this.#identityOf(asking), id)
  }

  /** What stands below the shops in a part of the map. */
  async map({ topLeft, bottomRight }: AskedMap) {
    const { mapOfBox, shopGroundOf } = await maps()
    this.#ground ??= shopGroundOf(SEED)
    return mapOfBox(this.#ground, topLeft, bottomRight)
  }

  /** Makes the instance whose samples everybody may read. */
  async share({ visitor }: Asking): Promise<{ readonly instance: string }> {
    if (visitor.kind !== 'operator') throw new Refusal(403, 'only the operator shares samples')
    const { registry } = this.#parts
    if (registry.find(SHARED_SAMPLES) === undefined) await registry.create(SHARED_SAMPLES)
    return { instance: expectDefined(registry.find(SHARED_SAMPLES), 'it was made').name }
  }

  async close(): Promise<void> {
    await this.#parts.jobs.close()
  }

  /** Jobs belong to what an instance is, and not to its name, which another may have later. */
  #identityOf({ instance }: Asking): string {
    const identity = this.#parts.registry.find(instance)?.identity
    if (identity === undefined) throw new Refusal(404, `there is no instance '${instance}'`)
    return identity
  }

  #client(asking: Asking, sent: SentRequests): Client {
    return this.#parts.calls.client({ ...asking, readsShared: true }, sent.note)
  }
}

const wholeOf = (sets: SamplesOverview['sets']): readonly SampleName[] =>
  (['orders', 'shops', 'media'] as const).filter((name) => {
    const found = sets[name]
    return found !== undefined && found.loaded >= found.rows
  })

/** What the service refuses is told as such, with its request id. */
async function refusing<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof CallError) || error.status === undefined) throw error
    const { status, code, message, requestId = '' } = error
    throw new ServiceRefusal(new TablestoreError(status, code, message), requestId)
  }
}
