import * as fs from 'node:fs'
import { mkdir, readdir, rename, rmdir, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileHandle, Files } from './files.js'

/** The real file system. */
export const nodeFiles: Files = {
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    // A new folder is an entry of its parent, so it survives once the parent is synced.
    const top = dirname(resolve(first))
    for (let parent = dirname(resolve(path)); ; parent = dirname(parent)) {
      await syncDirectory(parent)
      if (parent === top || parent === dirname(parent)) return
    }
  },

  async list(path) {
    try {
      return (await readdir(path)).sort()
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return []
      throw error
    }
  },

  async open(path, mode) {
    const flags = { read: 'r', write: 'r+', create: 'wx+' } as const
    return new NodeFileHandle(path, await openDescriptor(path, flags[mode]), mode !== 'read')
  },

  rename,
  remove: unlink,
  removeFolder: rmdir,
  syncDirectory,

  async identity(path) {
    try {
      const { dev, ino } = await stat(path, { bigint: true })
      return `${dev} ${ino}`
    } catch (error) {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
      throw error
    }
  },

  async freeSpace(path) {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
}

/**
 * A descriptor with the callback functions of node:fs. They cost about a quarter less per call than the
 * promises of FileHandle, and the commit log pays for two calls per group of commits.
 */
class NodeFileHandle implements FileHandle {
  /** Only for errors: the path at which the file was opened. */
  readonly #path: string
  readonly #descriptor: number
  readonly #isWritable: boolean
  /**
   * A second descriptor of the file whose writes are durable at once. Undefined where the system has none.
   */
  #synced: Promise<number | undefined> | undefined

  constructor(path: string, descriptor: number, isWritable: boolean) {
    this.#path = path
    this.#descriptor = descriptor
    this.#isWritable = isWritable
  }

  get descriptor(): number {
    return this.#descriptor
  }

  async read(position: number, length: number, into?: Buffer): Promise<Buffer> {
    const target = into?.subarray(0, length) ?? Buffer.allocUnsafeSlow(length)
    if (target.length < length) throw new RangeError('the buffer is too small')
    let filled = 0
    while (filled < length) {
      const count = await this.#readSome(target, filled, position + filled)
      if (count === 0) return target.subarray(0, filled)
      filled += count
    }
    return target
  }

  write(data: Buffer, position: number): Promise<void> {
    return this.#writeAll(this.#descriptor, data, position)
  }

  /** One call instead of two halves the time for which the log waits for the event loop. */
  async writeSynced(data: Buffer, position: number): Promise<void> {
    this.#synced ??= this.#isWritable ? openSynced(this.#descriptor) : Promise.resolve(undefined)
    const synced = await this.#synced
    await this.#writeAll(synced ?? this.#descriptor, data, position)
    if (synced === undefined) await this.datasync()
  }

  truncate(length: number): Promise<void> {
    return settle((done) => fs.ftruncate(this.#descriptor, length, done))
  }

  datasync(): Promise<void> {
    return settle((done) => fs.fdatasync(this.#descriptor, done))
  }

  size(): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.fstat(this.#descriptor, (error, stats) => {
        if (error) reject(error)
        else resolve(stats.size)
      })
    })
  }

  async close(): Promise<void> {
    const synced = await this.#synced
    if (synced !== undefined) await settle((done) => fs.close(synced, done))
    await settle((done) => fs.close(this.#descriptor, done))
  }

  #readSome(target: Buffer, offset: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const length = target.length - offset
      fs.read(this.#descriptor, target, offset, length, position, (error, count) => {
        if (error) reject(error)
        else resolve(count)
      })
    })
  }

  async #writeAll(descriptor: number, data: Buffer, position: number): Promise<void> {
    let written = 0
    while (written < data.length) {
      written += await this.#writeSome(descriptor, data, written, position + written)
    }
  }

  #writeSome(descriptor: number, data: Buffer, offset: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const length = data.length - offset
      fs.write(descriptor, data, offset, length, position, (error, count) => {
        if (error) reject(ofFile(error, this.#path))
        else resolve(count)
      })
    })
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a folder. NTFS journals its entries by itself.
  if (process.platform === 'win32') return
  const descriptor = await openDescriptor(path, 'r')
  try {
    await settle((done) => fs.fsync(descriptor, done))
  } finally {
    await settle((done) => fs.close(descriptor, done))
  }
}

function openDescriptor(path: string, flags: string | number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.open(path, flags, 0o600, (error, descriptor) => {
      if (error) reject(error)
      else resolve(descriptor)
    })
  })
}

/**
 * Opens the file behind a descriptor again, whatever its name is now. With O_DSYNC a write on Linux does
 * what fdatasync would do for its bytes; other systems promise less.
 */
async function openSynced(descriptor: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const { O_WRONLY, O_DSYNC } = fs.constants
  return openDescriptor(`/proc/self/fd/${descriptor}`, O_WRONLY | O_DSYNC).catch(() => undefined)
}

/**
 * Adds the path to an error on a descriptor, which names no file, so that the operator sees which disk is
 * full.
 */
function ofFile(error: NodeJS.ErrnoException, path: string): Error {
  error.path ??= path
  error.message = `${error.message} '${path}'`
  return error
}

function settle(start: (done: fs.NoParamCallback) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/** True when an error of the file system has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
