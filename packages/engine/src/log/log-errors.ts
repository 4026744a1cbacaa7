/**
 * The log cannot be trusted: a frame that was durable is not valid any more, or a file is missing.
 */
export class LogDamagedError extends Error {
  readonly file: string
  readonly offset: number

  constructor(file: string, offset: number, what: string) {
    super(`the commit log is damaged: ${file} at byte ${offset}: ${what}`)
    this.name = 'LogDamagedError'
    this.file = file
    this.offset = offset
  }
}

/** The log is missing, and there was one: a new log in its place would hide the loss. */
export class LogMissingError extends Error {
  constructor(directory: string, reached: number) {
    super(
      `The commit log in ${directory} is missing, and the store has everything up to its position ${reached}. Put the folder back (is a disk not mounted?), or restore a backup.`,
    )
    this.name = 'LogMissingError'
  }
}

/** A file was written by a newer version of the software. */
export class LogVersionError extends Error {
  readonly file: string
  readonly version: number

  constructor(file: string, version: number, known: number) {
    super(`${file} has format version ${version}; this software knows versions up to ${known}`)
    this.name = 'LogVersionError'
    this.file = file
    this.version = version
  }
}

/** The records asked for were dropped: their reader has lagged too far behind. */
export class LogTrimmedError extends Error {
  readonly position: number
  readonly start: number

  constructor(position: number, start: number) {
    super(`the commit log begins at position ${start}; position ${position} is gone`)
    this.name = 'LogTrimmedError'
    this.position = position
    this.start = start
  }
}

/** A write or sync failed: nothing can be appended until the log is opened again. */
export class LogFailedError extends Error {
  constructor(cause: unknown) {
    super('the commit log could not be written', { cause })
    this.name = 'LogFailedError'
  }
}

export class LogClosedError extends Error {
  constructor() {
    super('the commit log is closed')
    this.name = 'LogClosedError'
  }
}
