import { IndexDamagedError } from '../indexes/index-errors.js'
import { SegmentDamagedError } from '../segments/read/segment-damaged-error.js'

export function isDamage(error: unknown): error is Error {
  return error instanceof IndexDamagedError || error instanceof SegmentDamagedError
}

/** Damage in the form that callers of the search engine see. */
export function damageOf(problem: unknown): IndexDamagedError {
  if (problem instanceof IndexDamagedError) return problem
  const path = problem instanceof SegmentDamagedError ? problem.file : 'search index'
  return new IndexDamagedError(path, problem instanceof Error ? problem.message : String(problem))
}
