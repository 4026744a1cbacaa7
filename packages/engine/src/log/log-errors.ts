/** Thrown when the log is damaged: a frame that was durable is no longer valid, or a file is missing. */
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

/** Thrown when the log is missing though there was one: a new log in its place would hide the loss. */
export class LogMissingError extends Error {
  constructor(directory: string, reached: number) {
    super(
      `The commit log in ${directory} is missing, and the store has everything up to its position ${reached}. Put the folder back (is a disk not mounted?), or restore a backup.`,
    )
    this.name = 'LogMissingError'
  }
}

/** Thrown when a file was written by a newer version of the software. */
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

/** Thrown when the wanted records were dropped because their reader lagged too far behind. */
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

/** Thrown when a write or sync has failed: nothing can be appended until the log is reopened. */
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
