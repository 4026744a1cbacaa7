import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '../platform/files.js'
import { JsonReader } from '../tables/json-reader.js'
import { BackupError } from './backup-error.js'

/** What a backup consists of (docs/formats.md, "Backup"). It is written last: without it there is none. */
export interface BackupManifest {
  /** Format of the data folder that it is a copy of. */
  readonly dataFormat: number
  /** Milliseconds since the epoch: when the backup was begun. */
  readonly createdAt: number
  /** The entries have everything before this position of the log, and maybe some of what follows. */
  readonly from: number
  /** The backup is the data as it was when the log ended here. */
  readonly end: number
  /** Where the segment before the first one ended. */
  readonly logStart: number
  /** Of the followers of the log that have what they made of it in the store. */
  readonly cursors: readonly BackupCursor[]
  readonly entries: number
  readonly files: readonly BackupFile[]
}

export interface BackupCursor {
  readonly name: string
  readonly position: number
}

export interface BackupFile {
  readonly kind: 'entries' | 'log' | 'other'
  readonly name: string
  readonly bytes: number
  /** CRC-32 of all of it. */
  readonly checksum: number
}

export const BACKUP_MANIFEST_NAME = 'BACKUP'
const NEW_NAME = 'BACKUP.new'
const FIRST_LINE = /^rowhouse backup (\d{1,9}) ([0-9a-f]{8})\n/
const VERSION = 1

export async function storeBackupManifest(
  files: Files,
  directory: string,
  manifest: BackupManifest,
): Promise<void> {
  const body = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
  const checksum = crc32(body).toString(16).padStart(8, '0')
  const content = Buffer.concat([Buffer.from(`rowhouse backup ${VERSION} ${checksum}\n`), body])
  const path = join(directory, NEW_NAME)
  const file = await files.open(path, 'create')
  try {
    await file.write(content, 0)
    await file.datasync()
  } finally {
    await file.close()
  }
  // The names of all other files are durable before the one that vouches for them.
  await files.syncDirectory(directory)
  await files.rename(path, join(directory, BACKUP_MANIFEST_NAME))
  await files.syncDirectory(directory)
}

export async function loadBackupManifest(files: Files, directory: string): Promise<BackupManifest> {
  if (!(await files.list(directory)).includes(BACKUP_MANIFEST_NAME)) {
    throw new BackupError(
      `${directory} holds no complete backup: the file ${BACKUP_MANIFEST_NAME}, which is written last, is missing`,
    )
  }
  const path = join(directory, BACKUP_MANIFEST_NAME)
  const file = await files.open(path, 'read')
  try {
    return decodeBackupManifest(await file.read(0, await file.size()), path)
  } finally {
    await file.close()
  }
}

function decodeBackupManifest(content: Buffer, path: string): BackupManifest {
  const line = content.subarray(0, content.indexOf('\n') + 1)
  const [, version, checksum] = FIRST_LINE.exec(line.toString('latin1')) ?? []
  if (version === undefined || checksum === undefined) {
    throw new BackupError(`${path} is damaged: it does not begin as it should`)
  }
  if (Number(version) !== VERSION) {
    throw new BackupError(`${path} has version ${version}; this program reads ${VERSION}`)
  }
  const body = content.subarray(line.length)
  if (crc32(body) !== Number.parseInt(checksum, 16)) {
    throw new BackupError(`${path} is damaged: its checksum is wrong`)
  }
  return readManifest(new JsonReader(JSON.parse(body.toString())))
}

const readManifest = (record: JsonReader): BackupManifest => ({
  dataFormat: record.member('dataFormat').number(),
  createdAt: record.member('createdAt').number(),
  from: record.member('from').number(),
  end: record.member('end').number(),
  logStart: record.member('logStart').number(),
  cursors: record.member('cursors').list((cursor) => ({
    name: cursor.member('name').string(),
    position: cursor.member('position').number(),
  })),
  entries: record.member('entries').number(),
  files: record.member('files').list((file) => ({
    kind: file.member('kind').oneOf(['entries', 'log', 'other']),
    name: file.member('name').string(),
    bytes: file.member('bytes').number(),
    checksum: file.member('checksum').number(),
  })),
})
