import { invariant } from '@rowhouse/platform'
import type { Run } from './store-version.js'

/**
 * A merge that is done up to a key. Its result so far has the keys below, and is the next newer neighbour of
 * its inputs, which have the others: their range tombstones do not hide what was merged.
 */
export interface BegunMerge {
  readonly result: Run
  /** Of the result; the inputs follow. */
  readonly at: number
  /** The newest first. */
  readonly inputs: readonly Run[]
}

export const isBegun = ({ from }: Run): boolean => from.length > 0

/** Of several merges that are begun the one of the newest runs. */
export function findBegunMerge(runs: readonly Run[]): BegunMerge | undefined {
  const first = runs.findIndex(isBegun)
  if (first === -1) return undefined
  const result = runs[first - 1]
  invariant(result !== undefined, 'the result of a merge stands before its inputs')
  const behind = runs.findIndex((run, at) => at > first && !isBegun(run))
  const inputs = runs.slice(first, behind === -1 ? runs.length : behind)
  return { result, at: first - 1, inputs }
}
