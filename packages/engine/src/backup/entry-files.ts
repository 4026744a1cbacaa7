import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import type { FileHandle, ObjectStore } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import type { BackupFile } from './backup-manifest.js'
import type { CopyEntriesOptions, EntriesProgress } from './copy-entries.js'
import { SummedObject } from './summed-object.js'
import { storeKey } from '../partitions/store-key.js'

/** An entry of the store. docs/formats.md, "Backup", shows files of entries byte by byte. */
export interface StoreEntry {
  readonly key: Buffer
  readonly value: Buffer
}

const FILE_HEADER = Buffer.from('RHENTRYS\u0001\0\0\0', 'latin1')
const BLOCK_HEADER_BYTES = 8
const ENTRY_HEADER_BYTES = 6

/** Collects entries into blocks, and blocks into objects of bounded size. */
export class EntryFilesWriter {
  readonly #objects: ObjectStore
  readonly #prefix: string
  readonly #onFile: ((progress: EntriesProgress) => void) | undefined
  readonly #fileBytes: number
  readonly #pieceBytes: number
  readonly #done: BackupFile[]
  #object: SummedObject | undefined
  #parts: Buffer[] = []
  #blockBytes = 0
  #last: EntriesProgress['last']
  entries: number
  bytes = 0

  constructor(options: CopyEntriesOptions) {
    const { objects, prefix, resume, onFile, fileBytes = engineLimits.BACKUP_FILE_BYTES } = options
    this.#objects = objects
    this.#prefix = prefix
    this.#onFile = onFile
    this.#fileBytes = fileBytes
    this.#pieceBytes = Math.min(engineLimits.BACKUP_PIECE_BYTES, fileBytes)
    this.#done = [...(resume?.files ?? [])]
    this.#last = resume?.last
    this.entries = resume?.entries ?? 0
  }

  async add(table: number, key: Buffer, value: Buffer): Promise<void> {
    const stored = storeKey(table, key)
    const header = Buffer.allocUnsafe(ENTRY_HEADER_BYTES)
    header.writeUInt16LE(stored.length, 0)
    header.writeUInt32LE(value.length, 2)
    this.#parts.push(header, stored, value)
    this.#blockBytes += header.length + stored.length + value.length
    this.#last = { table, key }
    this.entries++
    if (this.#blockBytes >= this.#pieceBytes) await this.#writeBlock()
  }

  async finish(): Promise<EntriesProgress> {
    await this.#writeBlock()
    await this.#finishObject()
    return this.#progress()
  }

  async abandon(): Promise<void> {
    await this.#object?.abandon()
    this.#object = undefined
  }

  async #writeBlock(): Promise<void> {
    if (this.#blockBytes === 0) return
    const header = Buffer.allocUnsafe(BLOCK_HEADER_BYTES)
    const block = Buffer.concat([header, ...this.#parts])
    block.writeUInt32LE(this.#blockBytes, 0)
    block.writeUInt32LE(crc32(block.subarray(BLOCK_HEADER_BYTES)), 4)
    this.#parts = []
    this.#blockBytes = 0
    const object = this.#object ?? (await this.#newObject())
    await object.append(block)
    this.bytes += block.length
    if (object.bytes >= this.#fileBytes) await this.#finishObject()
  }

  async #newObject(): Promise<SummedObject> {
    const number = String(this.#done.length + 1).padStart(6, '0')
    const object = await SummedObject.create(this.#objects, `${this.#prefix}entries-${number}`)
    // Set before the first write, so that the object is abandoned if that fails.
    this.#object = object
    await object.append(FILE_HEADER)
    return object
  }

  async #finishObject(): Promise<void> {
    if (this.#object === undefined) return
    const content = await this.#object.finish()
    this.#object = undefined
    this.#done.push({ kind: 'entries', ...content })
    this.#onFile?.(this.#progress())
  }

  #progress(): EntriesProgress {
    const last = this.#last && { table: this.#last.table, key: Buffer.from(this.#last.key) }
    return { files: [...this.#done], entries: this.entries, last }
  }
}

/** Reads the entries of one file, block by block. */
export async function* readEntryFile(
  file: FileHandle,
  name: string,
): AsyncGenerator<readonly StoreEntry[]> {
  const size = await file.size()
  const header = await file.read(0, FILE_HEADER.length)
  if (!header.equals(FILE_HEADER)) throw new BackupError(`${name} is not a file of entries`)
  for (let at = FILE_HEADER.length; at < size; ) {
    const head = await file.read(at, BLOCK_HEADER_BYTES)
    const bytes = head.length < BLOCK_HEADER_BYTES ? size : head.readUInt32LE(0)
    if (bytes > size - at - BLOCK_HEADER_BYTES) throw new BackupError(`${name} is cut off`)
    const block = await file.read(at + BLOCK_HEADER_BYTES, bytes)
    if (crc32(block) !== head.readUInt32LE(4)) {
      throw new BackupError(`${name} is damaged: the block at ${at} has a wrong checksum`)
    }
    yield entriesIn(block)
    at += BLOCK_HEADER_BYTES + bytes
  }
}

function entriesIn(block: Buffer): StoreEntry[] {
  const entries: StoreEntry[] = []
  for (let at = 0; at < block.length; ) {
    const keyAt = at + ENTRY_HEADER_BYTES
    const valueAt = keyAt + block.readUInt16LE(at)
    const end = valueAt + block.readUInt32LE(at + 2)
    entries.push({ key: block.subarray(keyAt, valueAt), value: block.subarray(valueAt, end) })
    at = end
  }
  return entries
}
