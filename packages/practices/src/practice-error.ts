/** What the caller got wrong, in words that a person can act on. */
export class PracticeError extends Error {
  override readonly name = 'PracticeError'
}
