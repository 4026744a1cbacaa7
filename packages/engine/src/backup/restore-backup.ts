import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import { storeManifest } from '../log/log-manifest.js'
import { appliedPosition } from '../partitions/applied-position.js'
import type { FileHandle, Files } from '../platform/files.js'
import { DATA_FORMAT, writeManifest } from '../store/data-folder.js'
import type { KeyValueStore, StoreMutation } from '../store/key-value-store.js'
import { openRocksDbStore } from '../store/rocksdb-store.js'
import { BackupError } from './backup-error.js'
import { type BackupFile, type BackupManifest, loadBackupManifest } from './backup-manifest.js'
import { readEntryFile } from './entry-files.js'
import { SummedFile } from './summed-file.js'

export interface RestoreOptions {
  readonly files: Files
  /** The folder of the backup. */
  readonly backup: string
  /** The data folder to be: empty, or not there. */
  readonly directory: string
}

/** What the root of a file system has by itself. */
const IGNORED_NAMES = new Set(['lost+found'])

/**
 * Makes a data folder of a backup. All checksums are compared before anything is written, and the file that
 * makes the folder one to serve is written last: what a crash leaves of it is refused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { files, directory } = options
  const found = (await files.list(directory)).find((name) => !IGNORED_NAMES.has(name))
  if (found !== undefined) {
    throw new BackupError(`${directory} is not empty (${found}); restore to a new folder`)
  }
  const manifest = await verifyBackup(files, options.backup)
  await files.makeDirectory(directory)
  await restoreStore(options, manifest)
  await restoreLog(options, manifest)
  for (const file of manifest.files) {
    if (file.kind === 'other') await copyChecked(options, file, directory)
  }
  await files.syncDirectory(directory)
  await writeManifest(files, directory, manifest.createdAt)
  await files.syncDirectory(directory)
  return manifest
}

/** Reads a whole backup, and throws a BackupError at the first thing that is wrong. */
export async function verifyBackup(files: Files, backup: string): Promise<BackupManifest> {
  const manifest = await loadBackupManifest(files, backup)
  if (manifest.dataFormat !== DATA_FORMAT) {
    throw new BackupError(
      `${backup} is of data format ${manifest.dataFormat}; this program restores ${DATA_FORMAT}`,
    )
  }
  const names = await files.list(backup)
  for (const { name, bytes, checksum } of manifest.files) {
    const path = join(backup, name)
    if (!names.includes(name)) throw new BackupError(`${path} is missing`)
    await withFile(files, path, async (file) => {
      const size = await file.size()
      if (size !== bytes) throw new BackupError(`${path} has ${size} bytes, not ${bytes}`)
      if ((await checksumOf(file, size)) !== checksum) {
        throw new BackupError(`${path} is damaged: its checksum is wrong`)
      }
    })
  }
  return manifest
}

async function checksumOf(file: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(limits.BACKUP_PIECE_BYTES)
  let checksum = 0
  for (let at = 0; at < size; at += buffer.length) {
    checksum = crc32(await file.read(at, Math.min(buffer.length, size - at), buffer), checksum)
  }
  return checksum
}

async function restoreStore(
  { files, backup, directory }: RestoreOptions,
  manifest: BackupManifest,
): Promise<void> {
  const store = await openRocksDbStore({ path: join(directory, 'store') })
  try {
    let entries = 0
    for (const { kind, name } of manifest.files) {
      if (kind !== 'entries') continue
      await withFile(files, join(backup, name), async (file) => {
        for await (const block of readEntryFile(file, name)) {
          await put(store, block)
          entries += block.length
        }
      })
    }
    if (entries !== manifest.entries) {
      throw new BackupError(`the backup has ${entries} entries, not ${manifest.entries}`)
    }
    // The log has what follows, and is replayed by the first start.
    await store.apply([appliedPosition(manifest.from)])
    await store.flush()
  } finally {
    await store.close()
  }
}

async function put(
  store: KeyValueStore,
  block: readonly { readonly key: Buffer; readonly value: Buffer }[],
): Promise<void> {
  const batch = block.map(({ key, value }): StoreMutation => ({ kind: 'put', key, value }))
  await store.apply(batch)
}

async function restoreLog(options: RestoreOptions, manifest: BackupManifest): Promise<void> {
  const { files } = options
  const directory = join(options.directory, 'log')
  await files.makeDirectory(directory)
  for (const file of manifest.files) {
    if (file.kind === 'log') await copyChecked(options, file, directory)
  }
  await storeManifest(files, directory, {
    start: manifest.logStart,
    checkpoint: manifest.from,
    knownEnd: manifest.end,
    cursors: new Map(manifest.cursors.map(({ name, position }) => [name, position])),
  })
}

async function copyChecked(
  { files, backup }: RestoreOptions,
  { kind, name, bytes, checksum }: BackupFile,
  directory: string,
): Promise<void> {
  await withFile(files, join(backup, name), async (source) => {
    const target = await SummedFile.create(files, directory, kind, name)
    try {
      await target.copy(source, bytes)
    } catch (error) {
      await target.abandon()
      throw error
    }
    const copied = await target.finish()
    if (copied.checksum !== checksum) throw new BackupError(`${name} has changed meanwhile`)
  })
}

async function withFile(
  files: Files,
  path: string,
  use: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await files.open(path, 'read')
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
