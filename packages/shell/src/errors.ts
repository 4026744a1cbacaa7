/** A wrong flag or argument: the command ends with exit code 2. */
export class UseError extends Error {
  override readonly name = 'UseError'
}

/** Why a valid command failed: it ends with exit code 1. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
}
