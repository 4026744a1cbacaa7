/**
 * Every byte that must survive a crash goes through this seam, so that a power cut can be simulated
 * exactly.
 *
 * Contract
 * - `write` and `truncate` take effect for later reads at once, but survive a power cut only after
 *   a `datasync` asked for afterwards, by any handle of that file, has resolved. Until then a cut
 *   may keep, drop, tear or reorder them.
 * - Creating, renaming and removing a file survives only after `syncDirectory` of its folder; a
 *   folder survives once `makeDirectory` has resolved. Handles stay usable when their file is
 *   renamed or removed.
 * - `writeSynced` is a `write` that survives a power cut once it has resolved, in one call. Of what else was
 *   written before it says nothing. When it is rejected, so is the `datasync` of its bytes, as it were.
 * - `rename` replaces the target atomically.
 * - `write` writes all bytes or rejects; after a rejection any part of them may be there.
 * - No space left rejects with an error whose `code` is `ENOSPC`.
 * - After a rejected `datasync` the unsynced bytes must not be trusted: they may still be read and
 *   yet be lost for good, even if a later `datasync` resolves. Only writing them again makes them
 *   durable.
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
  syncDirectory(path: string): Promise<void>
  /**
   * Device and number of the file or folder that has this name now: as long as somebody has it open, nothing
   * else gets the same. Undefined when nothing has the name.
   */
  identity(path: string): Promise<string | undefined>
  /** Free bytes on the file system that holds the path. */
  freeSpace(path: string): Promise<number>
}

export interface FileHandle {
  /**
   * Reads up to `length` bytes at `position`; fewer only at the end of the file. They stand at the
   * start of `into`, when it is given: who reads a lot need not find new memory each time.
   */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>
  write(data: Buffer, position: number): Promise<void>
  writeSynced(data: Buffer, position: number): Promise<void>
  truncate(length: number): Promise<void>
  datasync(): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
}
