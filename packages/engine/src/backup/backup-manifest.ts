import { isObjectMissing, type ObjectStore } from '@rowhouse/platform'
import { JsonReader } from '../tables/json-reader.js'
import { segmentBase } from '../log/segment.js'
import { BackupError } from './backup-error.js'
import { BACKUP_MANIFEST_NAME, folderContent } from './folder-content.js'
import { type LogPiece, readLogPiece } from './log-piece.js'
import { decodeSigned, encodeSigned } from './signed-text.js'
import type { SummedContent } from './summed-object.js'

/** A copy of the store's entries, from which every position of the log from its end on can be restored. */
export interface BaseCopy {
  /** The format of the copied data folder. */
  readonly dataFormat: number
  /** When the copy began, in milliseconds since the epoch. */
  readonly createdAt: number
  /** The entries have everything before this position of the log, and maybe some of what follows. */
  readonly from: number
  /** Where the first segment that it needs begins, which is where the previous one ended. */
  readonly logStart: number
  /** The cursors of followers whose results are in the store. */
  readonly cursors: readonly BackupCursor[]
  readonly entries: number
  readonly files: readonly BackupFile[]
}

/**
 * The contents of a backup (docs/formats.md, "Backup"). The manifest is written last: without it there is
 * no backup.
 */
export interface BackupManifest extends BaseCopy {
  /** The backup has the data up to this position of the log. */
  readonly end: number
  readonly log: readonly LogPiece[]
}

export interface BackupCursor {
  readonly name: string
  readonly position: number
}

/** A file with entries of the store, or another file of the data folder. */
export interface BackupFile extends SummedContent {
  readonly kind: 'entries' | 'other'
  /** Its name in the data folder. */
  readonly target?: string
}

const TITLE = 'rowhouse backup'
/** Version 2 has the log in pieces, so that increments can be added. */
const VERSION = 2
const VERSION_OF_WHOLE_SEGMENTS = 1

export async function storeBackupManifest(
  objects: ObjectStore,
  manifest: BackupManifest,
): Promise<void> {
  await objects.put(BACKUP_MANIFEST_NAME, encodeSigned(TITLE, VERSION, manifest))
}

/** `directory` is for messages. */
export async function loadBackupManifest(
  objects: ObjectStore,
  directory: string,
): Promise<BackupManifest> {
  const content = await objects.get(BACKUP_MANIFEST_NAME).catch(async (error: unknown) => {
    if (!isObjectMissing(error)) throw error
    throw new BackupError(`${directory} holds no complete backup: ${await otherContent(objects)}`)
  })
  const path = `${directory}/${BACKUP_MANIFEST_NAME}`
  const { version, value } = decodeSigned(content, path, TITLE, VERSION)
  const record = new JsonReader(value)
  const end = record.member('end').number()
  const log =
    version === VERSION_OF_WHOLE_SEGMENTS
      ? wholeSegments(record, end)
      : record.member('log').list(readLogPiece)
  return { ...readBaseCopy(record), end, log }
}

async function otherContent(objects: ObjectStore): Promise<string> {
  const names = (await objects.list('')).map(({ name }) => name)
  const content = folderContent(names)
  if (content === 'a continuous backup') return 'it is a continuous one, restored with --from'
  if (content !== undefined) return `it is ${content}`
  if (names.length === 0) return 'it is empty or not there'
  return `the file ${BACKUP_MANIFEST_NAME}, which is written last, is missing`
}

export const readBaseCopy = (record: JsonReader): BaseCopy => ({
  dataFormat: record.member('dataFormat').number(),
  createdAt: record.member('createdAt').number(),
  from: record.member('from').number(),
  logStart: record.member('logStart').number(),
  cursors: record.member('cursors').list((cursor) => ({
    name: cursor.member('name').string(),
    position: cursor.member('position').number(),
  })),
  entries: record.member('entries').number(),
  files: readFiles(record),
})

export function readFiles(record: JsonReader): BackupFile[] {
  const files: BackupFile[] = []
  for (const file of record.member('files').list((item) => item)) {
    const kind = file.member('kind').oneOf(['entries', 'other', 'log'])
    if (kind === 'log') continue
    const target = file.member('target').optional((name) => name.string())
    files.push({ kind, ...readContent(file), ...(target !== undefined && { target }) })
  }
  return files
}

export const readContent = (file: JsonReader): SummedContent => ({
  name: file.member('name').string(),
  bytes: file.member('bytes').number(),
  checksum: file.member('checksum').number(),
})

/** Version 1 lists whole segments among its files, with fewer details. */
function wholeSegments(record: JsonReader, end: number): LogPiece[] {
  const contents = record
    .member('files')
    .list((file) => ({ kind: file.member('kind').string(), ...readContent(file) }))
    .filter(({ kind }) => kind === 'log')
  return contents.map(({ name, bytes, checksum }, at) => {
    const base = segmentBase(name) ?? 0
    const next = segmentBase(contents[at + 1]?.name ?? '')
    const piece = { base, offset: 0, start: base, end: next ?? end, records: 0 }
    return { name, bytes, checksum, ...piece }
  })
}
