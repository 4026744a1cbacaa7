/** An error that the caller can correct. */
export class PracticeError extends Error {
  override readonly name = 'PracticeError'
}
