/** What a command was told wrongly: it ends with exit code 2. */
export class UseError extends Error {
  override readonly name = 'UseError'
}

/** Why a command that was told rightly cannot be done: it ends with exit code 1. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
}
