/** Stops a request whose assumptions are broken; clients see OTSInternalServerError. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

export class InvariantError extends Error {
  constructor(message: string) {
    super(`broken invariant: ${message}`)
    this.name = 'InvariantError'
  }
}
