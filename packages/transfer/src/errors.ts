/** An error that the user can correct: a wrong file, option or table. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
