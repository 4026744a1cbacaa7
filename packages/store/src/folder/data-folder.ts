import { join } from 'node:path'
import type { Clock, Files } from '@rowhouse/platform'
import { DataFolderError } from './data-folder-error.js'
import { lockFolder } from './folder-lock.js'
import { STORE_NAME, finishSwitch } from './store-switch.js'
import { type ProcessTable, systemProcesses } from './process-table.js'

/** The version of the folder's layout and contents; every change that needs a migration raises it. */
export const DATA_FORMAT = 1

export const FORMAT_NAME = 'FORMAT'
const NEW_FORMAT_NAME = 'FORMAT.new'
const FORMAT_BYTES_MAX = 4096
/** Names that may exist before the first start: `lost+found` is in the root of every ext4 file system. */
const IGNORED_NAMES = new Set(['LOCK', NEW_FORMAT_NAME, 'lost+found'])

export interface DataFolder {
  readonly logDirectory: string
  readonly storeDirectory: string
  /** Created with the folder, and never written again. */
  readonly formatFile: string
  readonly createdAt: Date
  /** Releases the lock. Everything in the folder must be closed. */
  release(): Promise<void>
}

export interface DataFolderOptions {
  readonly files: Files
  readonly directory: string
  readonly clock: Clock
  readonly processes?: ProcessTable
}

/** Opens a data folder, or creates one in a folder that is empty or does not exist. */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { files, directory, clock, processes = systemProcesses } = options
  await files.makeDirectory(directory)
  const lock = await lockFolder(files, directory, processes)
  try {
    const manifest =
      (await readManifest(files, directory)) ?? (await writeManifest(files, directory, clock.now()))
    // Also for an existing manifest: the process that made it may have been killed before its name was
    // durable.
    await files.syncDirectory(directory)
    await finishSwitch(files, directory)
    return {
      logDirectory: join(directory, 'log'),
      storeDirectory: join(directory, STORE_NAME),
      formatFile: join(directory, FORMAT_NAME),
      createdAt: manifest.createdAt,
      release: () => lock.release(),
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

interface Manifest {
  readonly createdAt: Date
}

/** Undefined when the folder is new. */
async function readManifest(files: Files, directory: string): Promise<Manifest | undefined> {
  const names = await files.list(directory)
  if (!names.includes(FORMAT_NAME)) {
    const foreign = names.find((name) => !IGNORED_NAMES.has(name))
    if (foreign === undefined) return undefined
    throw new DataFolderError(
      'not ours',
      `The folder ${directory} holds other files (${foreign}) and no Rowhouse data; choose an empty folder.`,
    )
  }
  const file = await files.open(join(directory, FORMAT_NAME), 'read')
  const text = (await file.read(0, FORMAT_BYTES_MAX)).toString()
  await file.close()
  const fields = parseManifest(text)
  if (fields === undefined) {
    throw new DataFolderError(
      'damaged',
      `The file ${join(directory, FORMAT_NAME)} is damaged. Restore the folder from a backup.`,
    )
  }
  if (fields.format > DATA_FORMAT)
    throw DataFolderError.newer(directory, fields.format, DATA_FORMAT)
  if (fields.format < DATA_FORMAT)
    throw DataFolderError.older(directory, fields.format, DATA_FORMAT)
  return fields
}

function parseManifest(text: string): (Manifest & { readonly format: number }) | undefined {
  const lines = /^rowhouse data\nformat (\d{1,9})\ncreated (\S+)\n/.exec(text)
  const createdAt = new Date(lines?.[2] ?? '')
  if (lines === null || Number.isNaN(createdAt.getTime())) return undefined
  return { format: Number(lines[1]), createdAt }
}

/** Writes the manifest, which makes a complete folder a data folder. */
export async function writeManifest(
  files: Files,
  directory: string,
  now: number,
): Promise<Manifest> {
  const createdAt = new Date(now)
  const text = `rowhouse data\nformat ${DATA_FORMAT}\ncreated ${createdAt.toISOString()}\n`
  const newPath = join(directory, NEW_FORMAT_NAME)
  if ((await files.list(directory)).includes(NEW_FORMAT_NAME)) await files.remove(newPath)
  const file = await files.open(newPath, 'create')
  await file.write(Buffer.from(text), 0)
  await file.datasync()
  await file.close()
  await files.rename(newPath, join(directory, FORMAT_NAME))
  return { createdAt }
}
