/**
 * A file does not hold what was written. It says where, so that the index can be rebuilt and the
 * disk examined.
 */
export class SegmentDamagedError extends Error {
  readonly file: string
  /** Empty when the file's frame itself is damaged. */
  readonly section: string
  readonly problem: string

  constructor(file: string, section: string, problem: string) {
    super(`segment ${file}${section === '' ? '' : `, section ${section}`}: ${problem}`)
    this.name = 'SegmentDamagedError'
    this.file = file
    this.section = section
    this.problem = problem
  }
}
