import type { Clock } from '@rowhouse/platform'
import type { SearchStage } from '@rowhouse/search'

/** Where one request's time goes, in milliseconds, for the slow-request log. */
export interface StageTimes {
  readonly authentication: number
  readonly queue: number
  readonly engine: number
  /** Waiting for the group commit to be written, synced and applied. */
  readonly fsync: number
  readonly encode: number
  readonly total: number
}

/** The parts of a search in the engine, in milliseconds; none for other requests. */
export type SearchTimes = Readonly<Partial<Record<SearchStage, number>>>

/** Measures the stages of one request inside the engine's thread. */
export class Stages {
  readonly startedAt: number
  /** The time in which the request waited for at least one commit. */
  committing = 0
  /** When the first commit began, and when the last one ended. */
  commitsFrom: number | undefined = undefined
  commitsUntil = 0
  executedAt: number | undefined = undefined
  /** The decoded request. */
  request: unknown = undefined
  readonly #searched = new Map<SearchStage, number>()
  readonly #clock: Clock
  #commits = 0
  #commitStartedAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.startedAt = clock.monotonic()
  }

  /** Called when the engine has answered; encoding follows. */
  executed(): void {
    this.executedAt = this.#clock.monotonic()
  }

  commitStarts(): void {
    if (this.#commits === 0) {
      this.#commitStartedAt = this.#clock.monotonic()
      this.commitsFrom ??= this.#commitStartedAt
    }
    this.#commits += 1
  }

  commitEnds(): void {
    this.#commits -= 1
    if (this.#commits > 0) return
    this.commitsUntil = this.#clock.monotonic()
    this.committing += this.commitsUntil - this.#commitStartedAt
  }

  /** A part of a search took so long; parts of one stage are added up. */
  readonly searched = (stage: SearchStage, milliseconds: number): void => {
    this.#searched.set(stage, (this.#searched.get(stage) ?? 0) + milliseconds)
  }

  get searchTimes(): SearchTimes {
    return Object.fromEntries(this.#searched)
  }

  /** Where the request is now. */
  get stage(): 'engine' | 'fsync' | 'encode' {
    if (this.executedAt !== undefined) return 'encode'
    return this.#commits > 0 ? 'fsync' : 'engine'
  }

  times(authentication: number, sentAt: number, endedAt: number): StageTimes {
    const executedAt = this.executedAt ?? endedAt
    const queue = Math.max(0, this.startedAt - sentAt)
    return {
      authentication: rounded(authentication),
      queue: rounded(queue),
      engine: rounded(executedAt - this.startedAt - this.committing),
      fsync: rounded(this.committing),
      encode: rounded(endedAt - executedAt),
      total: rounded(authentication + queue + endedAt - this.startedAt),
    }
  }
}

/** Rounds to a microsecond. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000
