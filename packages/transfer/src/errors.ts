/** Something that was given is wrong: a file, an option, or a key that the table does not have. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}

/** What was given may be right, but the server or this system did not do it. */
export class TransferFailure extends Error {
  override readonly name = 'TransferFailure'
}
