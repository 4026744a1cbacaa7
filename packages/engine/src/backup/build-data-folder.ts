import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import { storeManifest } from '../log/log-manifest.js'
import { segmentName } from '../log/segment.js'
import {
  type Clock,
  type FileHandle,
  type Files,
  objectFile,
  type ObjectStore,
  systemClock,
} from '@rowhouse/platform'
import {
  DATA_FORMAT,
  type KeyValueStore,
  openStoreFolder,
  type StoreKind,
  storeLimits,
  type StoreMutation,
  writeManifest,
} from '@rowhouse/store'
import { BackupError } from './backup-error.js'
import type { BackupFile, BaseCopy } from './backup-manifest.js'
import { readEntryFile } from './entry-files.js'
import { explainFailure } from './explain-failure.js'
import type { LogPiece } from './log-piece.js'
import type { SummedContent } from './summed-object.js'

/** A base and the part of the log to restore. Their checksums have been verified. */
export interface FolderPlan {
  readonly base: BaseCopy
  /** The log from the base's log start on, without gaps. */
  readonly log: readonly LogPiece[]
  /** Where the restored log ends: behind a frame of the last piece, or behind the whole piece. */
  readonly end: LogEnd
  readonly others: readonly BackupFile[]
}

/** The data folder to build. */
export interface NewFolder {
  readonly files: Files
  readonly clock?: Clock
  /** Empty, or not there. */
  readonly directory: string
  readonly storeKind?: StoreKind | undefined
}

export interface LogEnd {
  readonly position: number
  /** The offset in the file of the last segment. */
  readonly offset: number
}

export function assertDataFormat({ dataFormat }: BaseCopy, what: string): void {
  if (dataFormat === DATA_FORMAT) return
  throw new BackupError(
    `${what} is of data format ${dataFormat}; this program restores ${DATA_FORMAT}`,
  )
}

/**
 * Builds a data folder. Its format file is written last, so that a server refuses what a crash leaves.
 * Search indexes are not included; the server builds them.
 */
export function buildDataFolder(
  folder: NewFolder,
  objects: ObjectStore,
  plan: FolderPlan,
): Promise<void> {
  const { files, directory } = folder
  for (const { name, target = name } of plan.others) assertPlainName(target)
  const freeSpace = () => files.freeSpace(directory)
  return explainFailure(`restoring to ${directory} failed`, freeSpace, async () => {
    await files.makeDirectory(directory)
    await assertSpace(files, directory, plan)
    await build(folder, objects, plan)
  })
}

/**
 * Checks the space for the log, which is copied as it is; the size of the entries is only known once they
 * are written.
 */
async function assertSpace(
  files: Files,
  directory: string,
  { log, end }: FolderPlan,
): Promise<void> {
  const last = log.at(-1)
  const all = log.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytes = last === undefined ? 0 : all - (last.offset + last.bytes - end.offset)
  const free = await files.freeSpace(directory)
  if (free >= bytes) return
  throw new BackupError(
    `the log to restore has ${bytes} bytes, and the disk of ${directory} has ${free} free`,
  )
}

async function build(folder: NewFolder, objects: ObjectStore, plan: FolderPlan): Promise<void> {
  const { files, directory } = folder
  await buildStore(folder, objects, plan)
  await buildLog(files, objects, join(directory, 'log'), plan)
  for (const file of plan.others) {
    await writeFile(files, join(directory, file.target ?? file.name), async (target) => {
      await copyContent(objects, file, target, 0, file.bytes)
    })
  }
  await files.syncDirectory(directory)
  await writeManifest(files, directory, plan.base.createdAt)
  await files.syncDirectory(directory)
}

/** A checksum does not prove the origin of a backup, so nothing may be written outside of the folder. */
function assertPlainName(name: string): void {
  if (basename(name) === name && !name.startsWith('.')) return
  throw new BackupError(`the backup names '${name}', which is no file of a data folder`)
}

async function buildStore(
  { files, clock = systemClock, directory, storeKind }: NewFolder,
  objects: ObjectStore,
  { base }: FolderPlan,
): Promise<void> {
  const { store } = await openStoreFolder({
    files,
    clock,
    directory: join(directory, 'store'),
    kind: storeKind,
    memoryBytes: () => storeLimits.FILLED_STORE_MEMORY_BYTES,
  })
  try {
    let entries = 0
    for (const { kind, name, bytes } of base.files) {
      if (kind !== 'entries') continue
      for await (const block of readEntryFile(objectFile(objects, name, bytes), name)) {
        await put(store, block)
        entries += block.length
      }
    }
    if (entries !== base.entries) {
      throw new BackupError(`the backup has ${entries} entries, not ${base.entries}`)
    }
    // The first start replays the rest from the log.
    await store.apply([], base.from)
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

async function buildLog(
  files: Files,
  objects: ObjectStore,
  directory: string,
  { base, log, end }: FolderPlan,
): Promise<void> {
  await files.makeDirectory(directory)
  const lastBase = log.at(-1)?.base
  for (const segment of new Set(log.map((piece) => piece.base))) {
    const pieces = log.filter((piece) => piece.base === segment)
    const stop = segment === lastBase ? end.offset : Number.POSITIVE_INFINITY
    await writeFile(files, join(directory, segmentName(segment)), async (target) => {
      for (const piece of pieces) {
        const length = Math.min(piece.bytes, stop - piece.offset)
        await copyContent(objects, piece, target, piece.offset, length)
      }
    })
  }
  await files.syncDirectory(directory)
  await storeManifest(files, directory, {
    start: log[0]?.start ?? base.logStart,
    checkpoint: base.from,
    knownEnd: end.position,
    cursors: new Map(base.cursors.map(({ name, position }) => [name, position])),
  })
}

async function writeFile(
  files: Files,
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await files.open(path, 'create')
  try {
    await write(file)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Copies the first bytes of an object to an offset in a file, and verifies the whole object again. */
async function copyContent(
  objects: ObjectStore,
  { name, bytes, checksum }: SummedContent,
  target: FileHandle,
  at: number,
  wanted: number,
): Promise<void> {
  let sum = 0
  for (let offset = 0; offset < bytes; offset += engineLimits.BACKUP_PIECE_BYTES) {
    const length = Math.min(engineLimits.BACKUP_PIECE_BYTES, bytes - offset)
    const piece = await objects.get(name, { offset, length })
    sum = crc32(piece, sum)
    const taken = piece.subarray(0, Math.max(0, wanted - offset))
    if (taken.length > 0) await target.write(taken, at + offset)
  }
  if (sum !== checksum) throw new BackupError(`${name} has changed meanwhile`)
}
