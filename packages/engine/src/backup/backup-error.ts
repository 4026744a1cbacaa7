/** Something that the person who asked for a backup or a restore can mend. */
export class BackupError extends Error {
  constructor(message: string, cause?: Error) {
    super(message, cause && { cause })
    this.name = 'BackupError'
  }
}
