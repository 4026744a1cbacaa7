import type { Client } from '@rowhouse/client'
import { expectDefined } from '@rowhouse/platform'
import { KNOWN_SAMPLES } from '../command/known-samples.js'
import { type LoadOptions, type LoadReport, loadSample } from './load-sample.js'

/** Rows of a sample that is there in seconds. */
export const SMALL_SAMPLE_ROWS = 20_000

export interface SampleChoice extends Partial<Pick<LoadOptions, 'index'>> {
  /** One of the names of KNOWN_SAMPLES. */
  readonly name: string
  readonly rows?: number
  readonly seed?: number
}

export interface SampleProgress {
  readonly name: string
  readonly rows: number
  readonly state: 'running' | 'loaded' | 'stopped' | 'failed'
  /** What the load told last; undefined before its first step. */
  readonly report: LoadReport | undefined
  /** Why it failed. */
  readonly reason: string | undefined
}

/** A load that was started, and may have ended since. */
export interface SampleLoad {
  readonly progress: SampleProgress
  /** Resolves with the last progress, also of a load that failed or was stopped. */
  readonly ended: Promise<SampleProgress>
  /** What is written stays, and a later load of the same choice goes on from there. */
  stop(): void
}

/** Begins to load a sample into the client's instance. Other work of the thread goes on meanwhile. */
export function startSampleLoad(
  client: Client,
  { name, rows = SMALL_SAMPLE_ROWS, seed = 1, index = 'after' }: SampleChoice,
): SampleLoad {
  const known = expectDefined(KNOWN_SAMPLES[name], `there is a sample ${name}`)
  const stopping = new AbortController()
  const { signal } = stopping
  let progress: SampleProgress = {
    name,
    rows,
    state: 'running',
    report: undefined,
    reason: undefined,
  }
  const onReport = (report: LoadReport): void => {
    progress = { ...progress, report }
  }
  const run = async (): Promise<SampleProgress> => {
    try {
      await loadSample(client, known({ seed, rows }).sample, { index, onReport, signal })
      progress = { ...progress, state: 'loaded' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      progress = signal.aborted
        ? { ...progress, state: 'stopped' }
        : { ...progress, state: 'failed', reason }
    }
    return progress
  }
  const ended = run()
  return {
    get progress() {
      return progress
    },
    ended,
    stop: () => stopping.abort(),
  }
}
