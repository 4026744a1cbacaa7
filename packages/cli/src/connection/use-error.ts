/** What a command was told wrongly: it ends with exit code 2. */
export class UseError extends Error {
  override readonly name = 'UseError'
}
