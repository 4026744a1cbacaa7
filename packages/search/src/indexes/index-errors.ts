/** A file of an index is not what was written: the index has to be rebuilt from its table. */
export class IndexDamagedError extends Error {
  override readonly name = 'IndexDamagedError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`)
    this.path = path
  }
}
