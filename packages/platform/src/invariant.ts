/** Ends a request whose assumptions are broken. Clients see OTSInternalServerError. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

/** A value that must be there. `?? 0` or `?? ''` in its place would hide that it is missing. */
export function expectDefined<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new InvariantError(message)
  return value
}

/**
 * The end of `items[at] ?? outOfRange()`, where the index must be within the array. It is for loops over
 * numbers, because nothing is called and no binding is read while the elements exist.
 */
export function outOfRange(): never {
  throw new InvariantError('an index is within its array')
}

export class InvariantError extends Error {
  constructor(message: string) {
    super(`broken invariant: ${message}`)
    this.name = 'InvariantError'
  }
}
