/** A wrong flag or argument: the command ends with exit code 2. */
export class UseError extends Error {
  override readonly name = 'UseError'
}

/** The command was done, but rows were refused or are missing: it ends with exit code 1. */
export class RowsError extends Error {
  override readonly name = 'RowsError'
}

/** Why a valid command failed: it ends with exit code 3. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
}
