/**
 * Whole objects by name, as every object store of a cloud has them: backups today, archives and oversize
 * values later. A folder is one implementation; a store that speaks the S3 protocol is to be another.
 *
 * Contract
 * - A name has 1 to 200 bytes out of letters, digits and `. _ -`, and begins with a letter or a digit.
 *   There are no folders: who wants some puts them into the names. Any other name rejects with RangeError.
 * - An object is there whole or not at all. `put`, and `complete` of an upload, make it visible in one
 *   step once all of its bytes are safe: after they have resolved it survives a power cut of the store.
 *   They replace an object of the same name. A concurrent read gets the old bytes or the new ones.
 * - Of a `put` or an upload that was rejected, given up or cut off nothing is visible, at any time, though
 *   a rejected `put` or `complete` may have taken effect: only a read tells. What an unfinished
 *   upload has taken of space is given back by `abort`, or by `tidy` after a crash.
 * - `get` answers the bytes of an object from `offset` on, at most `length` of them, fewer only at its
 *   end. It rejects with ObjectMissingError when there is no such object.
 * - `list` answers all objects whose names begin with a prefix, in the order of their names, and their sizes.
 *   What was put before it was asked for is in it, and what was deleted before is not.
 * - `delete` resolves when the object is gone for good; it may never have been there.
 * - Calls may overlap. Two writers of one name at the same time: one of them wins.
 * - Every call may be slow, and may be rejected with whatever error the store has; asking again is
 *   always allowed. No call waits for ever by itself; a caller that must not wait does not await it.
 */
export interface ObjectStore {
  /** The bytes must not change until it has resolved. */
  put(name: string, content: Buffer): Promise<void>
  get(name: string, range?: ObjectRange): Promise<Buffer>
  list(prefix: string): Promise<readonly ObjectEntry[]>
  delete(name: string): Promise<void>
  /** For objects that do not fit into memory: parts one after the other. */
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

/** One call at a time. After a rejection only `abort` is of use. */
export interface ObjectUpload {
  /** The bytes may be used again once it has resolved. */
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

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** For implementations: throws RangeError unless it is a name. */
export function assertObjectName(name: string): void {
  if (!NAME.test(name)) throw new RangeError(`'${name}' is no name of an object`)
}
