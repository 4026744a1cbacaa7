import type { ObjectStore } from '@rowhouse/platform'
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { RotationError } from '../rotation-error.js'
import { type FileValue, rowOf } from './archive-columns.js'
import { type ArchiveManifest, loadManifest, schemaIn, sha256Of } from './archive-manifest.js'
import type { StoredRow } from './rows-digest.js'

type Comparable = string | bigint | number

/** A range of values, inclusive at its start and exclusive at its end. */
export interface ArchiveRange {
  readonly from?: Comparable
  readonly to?: Comparable
}

type FileRecord = Readonly<Record<string, FileValue>>
type RowGroup = FileMetaData['row_groups'][number]

/** All rows, file by file; the checksum of each file is verified first. */
export async function* readArchivedRows(
  objects: ObjectStore,
  manifest: ArchiveManifest,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const schema = schemaIn(manifest)
  for (const file of manifest.files) {
    const bytes = await wholeFile(objects, file)
    const data = new Uint8Array(bytes).buffer
    const metadata = await parquetMetadataAsync(data)
    for (const { rowStart, rowEnd } of groupsOf(metadata)) {
      const records = await readRecords(data, metadata, rowStart, rowEnd)
      yield records.map((record) => rowOf(schema, record))
    }
  }
}

/** Throws RotationError when a file is not what was written, before anything is done with the others. */
export async function verifyArchive(
  objects: ObjectStore,
  manifest: ArchiveManifest,
): Promise<void> {
  for (const file of manifest.files) await wholeFile(objects, file)
}

async function wholeFile(
  objects: ObjectStore,
  { name, sha256 }: ArchiveManifest['files'][number],
): Promise<Buffer> {
  const bytes = await objects.get(name)
  if (sha256Of(bytes) === sha256) return bytes
  throw new RotationError(`the file ${name} of the archive is not what was written`)
}

/**
 * The rows of an archived table within ranges. Row groups whose statistics exclude such rows are not read.
 * `where` has columns of the key or of the plan.
 */
export async function* queryArchive(
  objects: ObjectStore,
  table: string,
  where: Readonly<Record<string, ArchiveRange>>,
): AsyncGenerator<FileRecord, void, undefined> {
  yield* recordsWithin(objects, await manifestOf(objects, table), where)
}

/** The same as whole rows, with columns that the plan does not have, versions and times. */
export async function* findArchivedRows(
  objects: ObjectStore,
  table: string,
  where: Readonly<Record<string, ArchiveRange>>,
): AsyncGenerator<StoredRow, void, undefined> {
  const manifest = await manifestOf(objects, table)
  const schema = schemaIn(manifest)
  for await (const record of recordsWithin(objects, manifest, where)) yield rowOf(schema, record)
}

async function manifestOf(objects: ObjectStore, table: string): Promise<ArchiveManifest> {
  const manifest = await loadManifest(objects, table)
  if (manifest === undefined) throw new RotationError(`there is no archive of ${table}`)
  return manifest
}

async function* recordsWithin(
  objects: ObjectStore,
  manifest: ArchiveManifest,
  where: Readonly<Record<string, ArchiveRange>>,
): AsyncGenerator<FileRecord, void, undefined> {
  const schema = schemaIn(manifest)
  for (const name of Object.keys(where))
    if (!(name in schema.key) && !(name in schema.columns))
      throw new RotationError(`the archive of ${schema.name} has no column ${name}`)
  for (const { name, bytes } of manifest.files) {
    const file = fileIn(objects, name, bytes)
    const damaged = (error: unknown): never => refuseDamage(name, error)
    const metadata = await parquetMetadataAsync(file).catch(damaged)
    for (const { group, rowStart, rowEnd } of groupsOf(metadata)) {
      if (!mayHave(group, where)) continue
      for (const record of await readRecords(file, metadata, rowStart, rowEnd).catch(damaged))
        if (isWithin(record, where)) yield record
    }
  }
}

/** Parts of files are read without their checksum, so damage shows when they are decoded. */
function refuseDamage(name: string, error: unknown): never {
  const isOfPlace = error instanceof Error && ('code' in error || error.name !== 'Error')
  if (isOfPlace || !(error instanceof Error)) throw error
  throw new RotationError(`the file ${name} of the archive is damaged: ${error.message}`)
}

function* groupsOf(metadata: FileMetaData) {
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    yield { group, rowStart, rowEnd }
    rowStart = rowEnd
  }
}

async function readRecords(
  file: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<readonly FileRecord[]> {
  return parquetReadObjects({ file, metadata, rowStart, rowEnd, utf8: false })
}

const fileIn = (objects: ObjectStore, name: string, byteLength: number): AsyncBuffer => ({
  byteLength,
  slice: async (start, end = byteLength) => {
    const bytes = await objects.get(name, { offset: start, length: end - start })
    return new Uint8Array(bytes).buffer
  },
})

function mayHave(group: RowGroup, where: Readonly<Record<string, ArchiveRange>>): boolean {
  return Object.entries(where).every(([name, range]) => {
    const column = group.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name)
    const statistics = column?.meta_data?.statistics
    const [least, most] = [statistics?.min_value, statistics?.max_value]
    if (!isComparable(least) || !isComparable(most)) return true
    const isBefore = range.from !== undefined && compare(most, range.from) < 0
    const isBehind = range.to !== undefined && compare(least, range.to) >= 0
    return !isBefore && !isBehind
  })
}

function isWithin(record: FileRecord, where: Readonly<Record<string, ArchiveRange>>): boolean {
  return Object.entries(where).every(([name, { from, to }]) => {
    const value = record[name]
    if (!isComparable(value)) return false
    const isFrom = from === undefined || compare(value, from) >= 0
    return isFrom && (to === undefined || compare(value, to) < 0)
  })
}

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number'

/** Compares texts by their bytes and numbers by their value. */
function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  if (a === b) return 0
  return a < b ? -1 : 1
}
