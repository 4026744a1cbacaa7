import { join } from 'node:path'
import { type FileHandle, type Files, hasCode, type Random } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'

export const RESERVE_NAME = 'reserve'
const WRITE_BYTES = 1_048_576
/** Larger than what file systems compress at a time, so that a repetition of it takes its whole size. */
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
 * A file that holds disk space for the way out of a full disk. Opening a store writes new files, and so
 * does a store that deletes. A start on a full disk removes the reserve, and so does a server there when
 * a table is dropped to make room.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #bytes: number
  readonly #pieceBytes: number
  /** It is whole, or it has failed to grow: in this run no more is tried. */
  #isDone = false

  constructor(options: DiskReserveOptions) {
    this.#options = options
    this.#bytes = options.bytes ?? storeLimits.RESERVE_BYTES
    this.#pieceBytes = options.pieceBytes ?? storeLimits.RESERVE_PIECE_BYTES
  }

  /**
   * Grows by one piece if enough of the `spare` bytes, those above what writes need, are free. It takes
   * at most half of them, so that it never causes refused writes. In short runs on small folders it stays
   * tiny.
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

  /** Frees its space; it may grow again. False when there is none. */
  giveUp(): Promise<boolean> {
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
      // There is less than the system says, by a quota for example: that is not for the reserve to take.
      await file.truncate(from)
      throw error
    }
  }

  /** No zeros: some file systems keep none of those. */
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

/** Starts; when there is no space, gives up the reserve, if there is one, and starts once more. */
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

/** False when there is none. */
async function remove(files: Files, path: string): Promise<boolean> {
  try {
    await files.remove(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Parts of the start tell what they were doing, and have the system's error as the cause. */
function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || (error instanceof Error && isDiskFull(error.cause))
}
