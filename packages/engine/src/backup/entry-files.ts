import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import type { FileHandle, Files } from '../platform/files.js'
import { BackupError } from './backup-error.js'
import type { BackupFile } from './backup-manifest.js'
import { SummedFile } from './summed-file.js'
import { storeKey } from '../partitions/store-key.js'

/** Entries of the store in files of blocks, byte by byte in docs/formats.md, "Backup". */
export interface StoreEntry {
  readonly key: Buffer
  readonly value: Buffer
}

const FILE_HEADER = Buffer.from('RHENTRYS\u0001\0\0\0', 'latin1')
const BLOCK_HEADER_BYTES = 8
const ENTRY_HEADER_BYTES = 6

/** Gathers entries into blocks, and blocks into files of a bounded size. */
export class EntryFilesWriter {
  readonly #files: Files
  readonly #directory: string
  readonly #done: BackupFile[] = []
  #file: SummedFile | undefined
  #parts: Buffer[] = []
  #blockBytes = 0
  entries = 0
  bytes = 0

  constructor(files: Files, directory: string) {
    this.#files = files
    this.#directory = directory
  }

  async add(table: number, key: Buffer, value: Buffer): Promise<void> {
    const stored = storeKey(table, key)
    const header = Buffer.allocUnsafe(ENTRY_HEADER_BYTES)
    header.writeUInt16LE(stored.length, 0)
    header.writeUInt32LE(value.length, 2)
    this.#parts.push(header, stored, value)
    this.#blockBytes += header.length + stored.length + value.length
    this.entries++
    if (this.#blockBytes >= limits.BACKUP_PIECE_BYTES) await this.#writeBlock()
  }

  async finish(): Promise<readonly BackupFile[]> {
    await this.#writeBlock()
    await this.#finishFile()
    return this.#done
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon()
    this.#file = undefined
  }

  async #writeBlock(): Promise<void> {
    if (this.#blockBytes === 0) return
    const header = Buffer.allocUnsafe(BLOCK_HEADER_BYTES)
    const block = Buffer.concat([header, ...this.#parts])
    block.writeUInt32LE(this.#blockBytes, 0)
    block.writeUInt32LE(crc32(block.subarray(BLOCK_HEADER_BYTES)), 4)
    this.#parts = []
    this.#blockBytes = 0
    this.#file ??= await this.#newFile()
    await this.#file.append(block)
    this.bytes += block.length
    if (this.#file.bytes >= limits.BACKUP_FILE_BYTES) await this.#finishFile()
  }

  async #newFile(): Promise<SummedFile> {
    const name = `entries-${String(this.#done.length + 1).padStart(6, '0')}`
    const file = await SummedFile.create(this.#files, this.#directory, 'entries', name)
    await file.append(FILE_HEADER)
    return file
  }

  async #finishFile(): Promise<void> {
    if (this.#file === undefined) return
    this.#done.push(await this.#file.finish())
    this.#file = undefined
  }
}

/** The entries of one file, block by block. */
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
