import type { Clock } from '@rowhouse/platform'

/**
 * Where the time of a search goes: until the index may be asked, in the index, to the rows that the table has
 * of the hits, and to the words that are marked in them.
 */
export const SEARCH_STAGES = ['waiting', 'index', 'rows', 'marking'] as const

export type SearchStage = (typeof SEARCH_STAGES)[number]

/** Told the milliseconds of a stage each time that it ends; one stage may come several times. */
export type OnSearchStage = (stage: SearchStage, milliseconds: number) => void

/** Does work and tells how long it took, whether or not it succeeds. */
export type Measured = <Result>(stage: SearchStage, work: Promise<Result>) => Promise<Result>

export const measuredBy = (clock: Clock, onStage: OnSearchStage | undefined): Measured =>
  onStage === undefined
    ? (_, work) => work
    : (stage, work) => {
        const began = clock.monotonic()
        return work.finally(() => onStage(stage, clock.monotonic() - began))
      }
