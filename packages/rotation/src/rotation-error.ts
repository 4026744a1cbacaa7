/** What a person must mend, in words to act on: a plan, a missing folder, a limit that is reached. */
export class RotationError extends Error {
  override readonly name: string = 'RotationError'
}

/** Somebody else works on the set. */
export class RotationLockedError extends RotationError {
  override readonly name = 'RotationLockedError'
}
