/** An error that the user can correct: a wrong plan, a missing folder, a limit that is reached. */
export class RotationError extends Error {
  override readonly name: string = 'RotationError'
}

/** Another runner works on the set. */
export class RotationLockedError extends RotationError {
  override readonly name = 'RotationLockedError'
}
