import { LogTrimmedError } from '@rowhouse/engine'
import { IndexDamagedError } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import type { IndexState } from './index-keeper.js'

export interface IndexFailure {
  readonly state: Extract<IndexState, 'needsRebuild' | 'damaged' | 'failing'>
  readonly error: unknown
  /** The delay before the next attempt; undefined if it is only made on request. */
  readonly retryAfterMs: number | undefined
}

/** Decides how and when one index recovers from each failure. */
export class RecoveryPolicy {
  readonly #retryMs: number
  #failures = 0
  /** The times of automatic rebuilds. */
  #rebuilds: number[] = []

  constructor(retryMs: number) {
    this.#retryMs = retryMs
  }

  failed(error: unknown, now: number): IndexFailure {
    const state = stateAfter(error)
    if (state === 'failing') {
      return { state, error, retryAfterMs: this.#backOff(this.#failures++) }
    }
    const since = now - searchLimits.SEARCH_REBUILDS_MS
    this.#rebuilds = this.#rebuilds.filter((at) => at > since)
    const count = this.#rebuilds.length
    if (count >= searchLimits.SEARCH_REBUILDS_MAX) return { state, error, retryAfterMs: undefined }
    this.#rebuilds.push(now)
    return { state, error, retryAfterMs: this.#backOff(count) }
  }

  /** Called when a session has made progress. */
  recovered(): void {
    this.#failures = 0
  }

  /** Forgets earlier failures, because a rebuild was requested. */
  forget(): void {
    this.#failures = 0
    this.#rebuilds = []
  }

  #backOff(times: number): number {
    return Math.min(this.#retryMs * 2 ** Math.min(times, 30), searchLimits.SEARCH_RETRY_MS_MAX)
  }
}

function stateAfter(error: unknown): IndexFailure['state'] {
  if (error instanceof LogTrimmedError) return 'needsRebuild'
  return error instanceof IndexDamagedError ? 'damaged' : 'failing'
}
