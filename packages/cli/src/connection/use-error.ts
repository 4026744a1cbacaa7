/** A wrong option or argument: the command ends with exit code 2. */
export class UseError extends Error {
  override readonly name = 'UseError'
}
