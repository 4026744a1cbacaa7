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

/** Nobody has created it, or it was dropped to be built anew: who searches it in between can ask again. */
export class IndexAbsentError extends Error {
  override readonly name = 'IndexAbsentError'
  readonly index: number

  constructor(index: number) {
    super(`there is no search index ${index}`)
    this.index = index
  }
}
