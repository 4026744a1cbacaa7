import { createHash } from 'node:crypto'
import type { TableSchema } from '@rowhouse/client'
import { isObjectMissing, type ObjectStore } from '@rowhouse/platform'
import { z } from 'zod'
import { RotationError } from '../rotation-error.js'

const keyTypes = z.enum(['string', 'integer', 'binary', 'autoIncrement'])
const columnTypes = z.enum(['string', 'integer', 'double', 'boolean', 'binary'])

const manifest = z.strictObject({
  version: z.literal(1),
  table: z.string(),
  key: z.record(z.string(), keyTypes),
  columns: z.record(z.string(), columnTypes),
  /** The digest of all rows, from `RowsDigest`. */
  digest: z.string(),
  rows: z.int(),
  files: z.array(
    z.strictObject({ name: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() }),
  ),
})

/** Lists the files of a table's archive. It is written last: without it there is no archive. */
export type ArchiveManifest = z.infer<typeof manifest>

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const manifestName = (table: string): string => `${table}.manifest.json`

/** A file of an archive; `part` counts from 0. */
export const fileName = (table: string, part: number): string =>
  `${table}.${String(part).padStart(5, '0')}.parquet`

export async function storeManifest(objects: ObjectStore, content: ArchiveManifest): Promise<void> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`
  await objects.put(manifestName(content.table), Buffer.from(text))
}

/** Undefined if the table has no archive. */
export async function loadManifest(
  objects: ObjectStore,
  table: string,
): Promise<ArchiveManifest | undefined> {
  let text: string
  try {
    text = (await objects.get(manifestName(table))).toString()
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
  const read = manifest.safeParse(parse(text))
  if (read.success) return read.data
  throw new RotationError(`the manifest of the archive of ${table} is damaged`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const schemaIn = ({ table, key, columns }: ArchiveManifest): TableSchema => ({
  name: table,
  key,
  columns,
})
