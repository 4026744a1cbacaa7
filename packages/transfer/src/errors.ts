/** What a person can mend: a file, an option, a table that is not as it should be. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
