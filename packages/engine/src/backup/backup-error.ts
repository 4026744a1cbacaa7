/** An error that the operator of a backup or a restore can fix. */
export class BackupError extends Error {
  constructor(message: string, cause?: Error) {
    super(message, cause && { cause })
    this.name = 'BackupError'
  }
}
