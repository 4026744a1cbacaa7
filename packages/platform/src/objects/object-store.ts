/**
 * Stores whole objects by name, as every cloud's object store does: backups, archives and large values. The
 * implementations are a folder, and a bucket that speaks S3 (`packages/object-store-s3`).
 *
 * Contract
 * - A name has 1 to 200 bytes out of letters, digits and `. _ -`, and begins with a letter or a digit.
 *   There are no folders; callers can make them part of the names. Any other name rejects with RangeError.
 * - An object exists whole or not at all. `put`, and `complete` of an upload, make it visible in one step
 *   once all of its bytes are safe: after they have resolved, it survives a power cut of the store. They
 *   replace an object of the same name. A concurrent read gets the old bytes or the new ones.
 * - A `put` or an upload that was rejected, aborted or interrupted never leaves a part of an object
 *   visible. A rejected `put` or `complete` may have taken effect: only a read tells. `abort` frees the
 *   space of an unfinished upload, and so does `tidy` after a crash.
 * - `get` returns the bytes of an object from `offset` on, at most `length` of them, fewer only at its end.
 *   It rejects with ObjectMissingError when there is no such object.
 * - `list` returns all objects whose names begin with a prefix, in the order of their names, with their
 *   sizes. It includes what was put before the call, and not what was deleted before.
 * - `delete` resolves when the object is gone for good; the object need not exist.
 * - Calls may overlap. If two callers write the same name at the same time, one of them wins.
 * - Every call may be slow, and may be rejected with any error of the store; a retry is always allowed. No
 *   call waits for ever; a caller that must not wait does not await it.
 */
export interface ObjectStore {
  /** The bytes must not change until the call has resolved. */
  put(name: string, content: Buffer): Promise<void>
  get(name: string, range?: ObjectRange): Promise<Buffer>
  list(prefix: string): Promise<readonly ObjectEntry[]>
  delete(name: string): Promise<void>
  /** Writes an object that does not fit into memory, part by part. */
  upload(name: string): Promise<ObjectUpload>
  /** Removes the remains of abandoned uploads. No upload may be running. */
  tidy(): Promise<void>
}

export interface ObjectRange {
  readonly offset: number
  readonly length: number
}

export interface ObjectEntry {
  readonly name: string
  readonly bytes: number
}

/** One call may run at a time. After a rejection only `abort` may be called. */
export interface ObjectUpload {
  /** The bytes may be reused once the call has resolved. */
  append(part: Buffer): Promise<void>
  /** Makes the object visible. */
  complete(): Promise<void>
  abort(): Promise<void>
}

export class ObjectMissingError extends Error {
  readonly object: string

  constructor(name: string) {
    super(`there is no object ${name}`)
    this.name = 'ObjectMissingError'
    this.object = name
  }
}

/**
 * Errors are known by their names, because an optional package brings its own copies of these classes when it
 * is installed from the registry.
 */
export const isObjectMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ObjectMissingError'

/** A store that cannot be used as it is set up: the message is one line for its operator. */
export class ObjectStoreError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ObjectStoreError'
  }
}

export const isObjectStoreError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ObjectStoreError'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

export const isObjectName = (name: string): boolean => NAME.test(name)

/** For implementations: throws RangeError unless the name is valid. */
export function assertObjectName(name: string): void {
  if (!isObjectName(name)) throw new RangeError(`'${name}' is no name of an object`)
}
