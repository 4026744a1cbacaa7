/** A file of an index is not what was written: the index has to be rebuilt from its table. */
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

/** What was applied and not durable is lost: its feeder must create it again, and begin where that says. */
export class IndexResetError extends Error {
  override readonly name = 'IndexResetError'

  constructor(index: number) {
    super(`search index ${index} has lost what was not durable: its feeder must begin again`)
  }
}
