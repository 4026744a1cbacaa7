import { type Clock, LinkedList, type ListEntry } from '@rowhouse/platform'
import type { Call } from '../door/messages.js'
import { serverLimits } from '../limits.js'
import type { StageTimes, Stages } from '../stages.js'
import { RecentRequests } from './recent-requests.js'
import { tableOfRequest } from './table-of-request.js'

interface NamedRequest {
  readonly requestId: string
  readonly instance: string
  readonly operation: string
  readonly table?: string | undefined
}

export interface RunningRequest extends NamedRequest {
  readonly stage: 'engine' | 'fsync' | 'encode'
  readonly milliseconds: number
}

export interface SlowRequest extends NamedRequest {
  /** When it was answered, in milliseconds since the epoch. */
  readonly at: number
  readonly code: string
  readonly stages: StageTimes
}

/** The operations that change tables and indexes, and not rows. */
export const changingOperations = [
  'CreateTable',
  'UpdateTable',
  'DeleteTable',
  'CreateIndex',
  'DropIndex',
  'CreateSearchIndex',
  'UpdateSearchIndex',
  'DeleteSearchIndex',
] as const

/** A table or index was made, changed or dropped. */
export interface Change {
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly requestId: string
  readonly instance: string
  readonly operation: (typeof changingOperations)[number]
  readonly table?: string | undefined
}

interface Running {
  readonly call: Call
  readonly stages: Stages
}

/** The place of a running request among the others. */
export type RunningPlace = ListEntry<Running>

/** Knows the requests that run, the last slow ones, and counts all. Nothing of rows or keys is kept. */
export class RequestWatch {
  readonly recent = new RecentRequests()
  readonly #clock: Clock
  readonly #running = new LinkedList<Running>()
  /** The oldest first. */
  readonly #slow: SlowRequest[] = []
  readonly #changes: Change[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  begins(call: Call, stages: Stages): RunningPlace {
    return this.#running.add({ call, stages })
  }

  ends(place: RunningPlace): void {
    this.#running.remove(place)
  }

  /** Called with each request that was answered OK. */
  succeeded(call: Call, stages: Stages): void {
    const operation = changingOperations.find((each) => each === call.operation)
    if (operation === undefined) return
    this.#changes.push({ ...named(call, stages), at: this.#clock.now(), operation })
    if (this.#changes.length > serverLimits.CHANGES_KEPT) this.#changes.shift()
  }

  slow(call: Call, stages: Stages, code: string, times: StageTimes): void {
    this.#slow.push({ ...named(call, stages), at: this.#clock.now(), code, stages: times })
    if (this.#slow.length > serverLimits.SLOW_REQUESTS_KEPT) this.#slow.shift()
  }

  /** How many run, and those that have run for the longest; of one instance or of all. */
  running(instance: string | undefined): { count: number; requests: readonly RunningRequest[] } {
    const now = this.#clock.monotonic()
    const requests: RunningRequest[] = []
    let count = 0
    // They are in the order in which they began.
    for (const { call, stages } of this.#running.values()) {
      if (instance !== undefined && call.instance !== instance) continue
      count += 1
      if (requests.length === serverLimits.RUNNING_REQUESTS_SHOWN) continue
      const milliseconds = now - call.sentAt
      requests.push({ ...named(call, stages), stage: stages.stage, milliseconds })
    }
    return { count, requests }
  }

  /** The last slow requests, the newest first. */
  slowOnes(instance: string | undefined): readonly SlowRequest[] {
    return newestOf(this.#slow, instance)
  }

  /** The last changes of tables and indexes, the newest first. */
  changes(instance: string | undefined): readonly Change[] {
    return newestOf(this.#changes, instance)
  }
}

function named({ requestId, instance, operation }: Call, { request }: Stages): NamedRequest {
  const table = tableOfRequest(request)
  return { requestId, instance, operation, ...(table !== undefined && { table }) }
}

function newestOf<Kept extends { readonly instance: string }>(
  kept: readonly Kept[],
  instance: string | undefined,
): readonly Kept[] {
  const newest = kept.toReversed()
  return instance === undefined ? newest : newest.filter((each) => each.instance === instance)
}
