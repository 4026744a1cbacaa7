import { join } from 'node:path'
import { type FileHandle, type Files, hasCode, type Random } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'

export const RESERVE_NAME = 'reserve'
const WRITE_BYTES = 1_048_576
/** Larger than what file systems compress at a time, so that repeated bytes still take their whole size. */
const RANDOM_BYTES = 262_144

export interface ReservePlace {
  readonly files: Files
  /** The data folder. */
  readonly directory: string
}

export interface DiskReserveOptions extends ReservePlace {
  readonly random: Random
  readonly bytes?: number
  readonly pieceBytes?: number
}

/**
 * A file that reserves disk space for recovering from a full disk: opening a store writes new files, and so
 * do deletes. On a full disk the reserve is removed at a start, and when a table is dropped to make room.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #bytes: number
  readonly #pieceBytes: number
  /** Set when the reserve is complete or has failed to grow: this run does not try again. */
  #isDone = false

  constructor(options: DiskReserveOptions) {
    this.#options = options
    this.#bytes = options.bytes ?? storeLimits.RESERVE_BYTES
    this.#pieceBytes = options.pieceBytes ?? storeLimits.RESERVE_PIECE_BYTES
  }

  /**
   * Grows by one piece if enough of the `spare` bytes, those above what writes need, are free. It takes at
   * most half of them, so that it never causes refused writes.
   */
  async grow(spare: number): Promise<void> {
    if (this.#isDone || spare < 2 * this.#pieceBytes) return
    const { files, directory } = this.#options
    const file = await openOrCreate(files, join(directory, RESERVE_NAME))
    try {
      const size = await file.size()
      const end = Math.min(this.#bytes, size + this.#pieceBytes)
      if (spare - (end - size) < end) return
      this.#isDone = true
      await this.#fill(file, size, end)
      this.#isDone = end === this.#bytes
    } finally {
      await file.close()
    }
  }

  /** Removes the reserve, which may grow again. Returns false when there is none. */
  release(): Promise<boolean> {
    this.#isDone = false
    const { files, directory } = this.#options
    return remove(files, join(directory, RESERVE_NAME))
  }

  async #fill(file: FileHandle, from: number, end: number): Promise<void> {
    if (from >= end) return
    const content = this.#content()
    try {
      for (let at = from; at < end; at += content.length)
        await file.write(content.subarray(0, end - at), at)
      await file.datasync()
    } catch (error) {
      // There is less space than the system reports, for example because of a quota. The reserve must not
      // take it.
      await file.truncate(from)
      throw error
    }
  }

  /** Random bytes, because some file systems do not store zeros. */
  #content(): Buffer {
    const random = this.#options.random.bytes(RANDOM_BYTES)
    return Buffer.alloc(Math.min(WRITE_BYTES, this.#pieceBytes), random)
  }
}

async function openOrCreate(files: Files, path: string): Promise<FileHandle> {
  try {
    return await files.open(path, 'create')
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return await files.open(path, 'write')
    throw error
  }
}

/** Runs `start`. If the disk is full, removes the reserve, if there is one, and runs it once more. */
export async function startWithReserve<T>(
  { files, directory }: ReservePlace,
  start: () => Promise<T>,
  onGivenUp: (error: unknown) => void,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!isDiskFull(error) || !(await remove(files, join(directory, RESERVE_NAME)))) throw error
    onGivenUp(error)
    return start()
  }
}

/** Returns false when there is no such file. */
async function remove(files: Files, path: string): Promise<boolean> {
  try {
    await files.remove(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** An error of a part of the start may have the system's error as its cause. */
function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || (error instanceof Error && isDiskFull(error.cause))
}
