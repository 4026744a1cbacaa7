/**
 * A file of an index does not hold what was written: the index has to be rebuilt from its table.
 */
export class IndexDamagedError extends Error {
  override readonly name = 'IndexDamagedError'
  readonly path: string
  readonly problem: string

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`)
    this.path = path
    this.problem = problem
  }
}

/**
 * What was applied and not durable is lost: the feeder must create the index again and continue at
 * its start.
 */
export class IndexResetError extends Error {
  override readonly name = 'IndexResetError'

  constructor(index: number) {
    super(`search index ${index} has lost what was not durable: its feeder must begin again`)
  }
}

/** The thread that writes indexes has ended, and a call to it is lost. Another thread takes its place. */
export class IndexingEndedError extends Error {
  override readonly name = 'IndexingEndedError'

  constructor(cause: Error) {
    super(`the indexing thread has ended: ${cause.message}`, { cause })
  }
}

/**
 * The index was never created, or was dropped to be rebuilt: a search in between can be retried.
 */
export class IndexAbsentError extends Error {
  override readonly name = 'IndexAbsentError'
  readonly index: number

  constructor(index: number) {
    super(`there is no search index ${index}`)
    this.index = index
  }
}
