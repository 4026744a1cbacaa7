import { LogTrimmedError } from '@rowhouse/engine'
import { IndexDamagedError } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import type { IndexState } from './index-keeper.js'

export interface Trouble {
  readonly state: Extract<IndexState, 'needsRebuild' | 'damaged' | 'failing'>
  readonly error: unknown
  /** The delay before the next attempt; undefined: only on request. */
  readonly retryAfterMs: number | undefined
}

/** Decides what is done about each trouble of one index, and when. */
export class Troubles {
  readonly #retryMs: number
  #failures = 0
  /** The times of rebuilds that nobody had requested. */
  #rebuilds: number[] = []

  constructor(retryMs: number) {
    this.#retryMs = retryMs
  }

  meet(error: unknown, now: number): Trouble {
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

  /** A session has made progress. */
  recovered(): void {
    this.#failures = 0
  }

  /** Forgets earlier trouble, since a rebuild was requested. */
  forget(): void {
    this.#failures = 0
    this.#rebuilds = []
  }

  #backOff(times: number): number {
    return Math.min(this.#retryMs * 2 ** Math.min(times, 30), searchLimits.SEARCH_RETRY_MS_MAX)
  }
}

function stateAfter(error: unknown): Trouble['state'] {
  if (error instanceof LogTrimmedError) return 'needsRebuild'
  return error instanceof IndexDamagedError ? 'damaged' : 'failing'
}
