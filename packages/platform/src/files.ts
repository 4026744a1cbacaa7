/**
 * Every byte that must survive a crash goes through this seam, so that a power cut can be simulated
 * exactly.
 *
 * Contract
 * - Later reads see a `write` or `truncate` at once. It survives a power cut only once a `datasync` that
 *   was called afterwards, by any handle of the file, has resolved. Until then a cut may keep, drop, tear
 *   or reorder it.
 * - A created, renamed or removed file survives only after `syncDirectory` of its folder. A folder survives
 *   once `makeDirectory` has resolved. Handles stay usable when their file is renamed or removed.
 * - `writeSynced` is a `write` that survives a power cut once it has resolved. Bytes that were written
 *   before need not survive. A rejection counts as a rejected `datasync` of its bytes.
 * - `rename` replaces the target atomically. A folder is renamed with everything in it, to a name that is
 *   free.
 * - `write` writes all bytes or rejects. After a rejection any part of them may be there.
 * - A full disk rejects with an error whose `code` is `ENOSPC`.
 * - After a rejected `datasync` the unsynced bytes must not be trusted: they may still be read and yet be
 *   lost for good, even if a later `datasync` resolves. Only writing them again makes them durable.
 */
export interface Files {
  /** Creates the folder and its parents when missing. */
  makeDirectory(path: string): Promise<void>
  /** Names in the folder, sorted; empty when the folder does not exist. */
  list(path: string): Promise<string[]>
  /** `create` makes a new empty file and rejects with EEXIST when it is there; `write` needs it. */
  open(path: string, mode: 'read' | 'write' | 'create'): Promise<FileHandle>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Rejects with ENOTEMPTY when something is in the folder. */
  removeFolder(path: string): Promise<void>
  syncDirectory(path: string): Promise<void>
  /**
   * The device and inode of the file or folder that has this name now; undefined when there is none. No
   * other file gets the same identity while this one is open.
   */
  identity(path: string): Promise<string | undefined>
  /** Free bytes on the file system that holds the path. */
  freeSpace(path: string): Promise<number>
}

export interface FileHandle {
  /**
   * Reads up to `length` bytes at `position`, and fewer only at the end of the file. A given `into`
   * receives them at its start, so that a frequent reader needs no new memory for each call.
   */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>
  write(data: Buffer, position: number): Promise<void>
  writeSynced(data: Buffer, position: number): Promise<void>
  truncate(length: number): Promise<void>
  datasync(): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
  /** For reads by other threads, until it is closed; only files of the operating system have one. */
  readonly descriptor?: number
}
