/** A wrong option or argument: the command ends with ExitCode.WRONG_USE. */
export class UseError extends Error {
  override readonly name = 'UseError'
}
