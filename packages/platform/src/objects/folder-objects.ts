import { join } from 'node:path'
import { FILE_SYSTEM_NAMES } from '../file-system-names.js'
import type { FileHandle, Files } from '../files.js'
import { hasCode } from '../node-files.js'
import {
  type ObjectEntry,
  ObjectMissingError,
  type ObjectRange,
  type ObjectStore,
  type ObjectUpload,
  assertObjectName,
} from './object-store.js'

/** No object's name begins with this. */
const UPLOAD_PREFIX = '.upload-'

/**
 * Stores objects as the files of a folder, which is created with the first of them. An object is written
 * under a temporary name, synced and renamed, so that its name always stands for the whole object.
 */
export function openFolderObjects(files: Files, directory: string): ObjectStore {
  return new FolderObjects(files, directory)
}

class FolderObjects implements ObjectStore {
  readonly #files: Files
  readonly #directory: string
  #uploads = 0

  constructor(files: Files, directory: string) {
    this.#files = files
    this.#directory = directory
  }

  async put(name: string, content: Buffer): Promise<void> {
    const upload = await this.upload(name)
    try {
      await upload.append(content)
      await upload.complete()
    } catch (error) {
      await upload.abort().catch(nothing)
      throw error
    }
  }

  async get(name: string, range?: ObjectRange): Promise<Buffer> {
    const file = await this.#open(name)
    try {
      const { offset, length } = range ?? { offset: 0, length: await file.size() }
      return await file.read(offset, length)
    } finally {
      await file.close()
    }
  }

  async list(prefix: string): Promise<readonly ObjectEntry[]> {
    const entries: ObjectEntry[] = []
    for (const name of await this.#files.list(this.#directory)) {
      const isOther = name.startsWith('.') || FILE_SYSTEM_NAMES.has(name)
      if (isOther || !name.startsWith(prefix)) continue
      const bytes = await this.#size(name)
      if (bytes !== undefined) entries.push({ name, bytes })
    }
    return entries
  }

  async delete(name: string): Promise<void> {
    assertObjectName(name)
    if (await this.#remove(name)) await this.#files.syncDirectory(this.#directory)
  }

  async upload(name: string): Promise<ObjectUpload> {
    assertObjectName(name)
    await this.#files.makeDirectory(this.#directory)
    const temporary = await this.#newFile()
    const publish = async (): Promise<void> => {
      await this.#files.rename(join(this.#directory, temporary.name), join(this.#directory, name))
      await this.#files.syncDirectory(this.#directory)
    }
    const discard = async (): Promise<void> => {
      await this.#remove(temporary.name)
    }
    return new FolderUpload(temporary.file, publish, discard)
  }

  async tidy(): Promise<void> {
    for (const name of await this.#files.list(this.#directory)) {
      if (name.startsWith(UPLOAD_PREFIX)) await this.#remove(name)
    }
  }

  /** Creates a temporary file; names that an earlier process has left behind are skipped. */
  async #newFile(): Promise<{ readonly name: string; readonly file: FileHandle }> {
    for (;;) {
      const name = `${UPLOAD_PREFIX}${++this.#uploads}`
      try {
        return { name, file: await this.#files.open(join(this.#directory, name), 'create') }
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
    }
  }

  async #open(name: string): Promise<FileHandle> {
    assertObjectName(name)
    try {
      return await this.#files.open(join(this.#directory, name), 'read')
    } catch (error) {
      throw hasCode(error, 'ENOENT') ? new ObjectMissingError(name) : error
    }
  }

  /** Undefined when the object has been deleted since it was listed. */
  async #size(name: string): Promise<number | undefined> {
    try {
      const file = await this.#files.open(join(this.#directory, name), 'read')
      try {
        return await file.size()
      } finally {
        await file.close()
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  async #remove(name: string): Promise<boolean> {
    try {
      await this.#files.remove(join(this.#directory, name))
      return true
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    }
  }
}

class FolderUpload implements ObjectUpload {
  readonly #file: FileHandle
  readonly #publish: () => Promise<void>
  readonly #discard: () => Promise<void>
  #bytes = 0
  #isOpen = true

  constructor(file: FileHandle, publish: () => Promise<void>, discard: () => Promise<void>) {
    this.#file = file
    this.#publish = publish
    this.#discard = discard
  }

  async append(part: Buffer): Promise<void> {
    const at = this.#bytes
    this.#bytes += part.length
    await this.#file.write(part, at)
  }

  async complete(): Promise<void> {
    await this.#file.datasync()
    await this.#close()
    await this.#publish()
  }

  async abort(): Promise<void> {
    await this.#close()
    await this.#discard()
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#file.close()
  }
}

function nothing(): void {}
