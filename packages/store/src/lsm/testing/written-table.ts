import { createMemoryFiles, nodeFiles } from '@rowhouse/platform'
import type { BlockCache } from '../blocks/block-cache.js'
import type { EntryCursor } from '../entry-cursor.js'
import { createEntryPlace, entryBytes, readEntry, writeEntry } from '../entry-form.js'
import { type TableReader, openTable } from '../tables/table-reader.js'
import { TableMemory } from '../tables/table-memory.js'
import { type TableFacts, type TableOptions, TableWriter } from '../tables/write-table.js'

/** An entry of a model; a value that is undefined is a tombstone. */
export interface ModelEntry {
  readonly key: Buffer
  readonly value: Buffer | undefined
}

/** Without a number it is table 1. */
export interface WrittenOptions extends Partial<TableOptions> {
  readonly compress: boolean
  readonly blockBytes?: number
}

/** Sorted, and of entries with the same key the last alone. */
export function sortedEntries(entries: readonly ModelEntry[]): ModelEntry[] {
  const byKey = new Map(entries.map((entry) => [entry.key.toString('latin1'), entry]))
  return [...byKey.values()].sort((a, b) => a.key.compare(b.key))
}

/** A file in memory with the entries, which are sorted. */
export async function writeTable(
  entries: readonly ModelEntry[],
  { number = 1, compress, blockBytes }: WrittenOptions,
): Promise<{ path: string; files: ReturnType<typeof createMemoryFiles>; facts: TableFacts }> {
  const files = createMemoryFiles()
  await files.makeDirectory('/store')
  const path = '/store/table'
  const file = await files.open(path, 'create')
  const writer = new TableWriter(file, { number, compress }, new TableMemory(blockBytes))
  const place = createEntryPlace()
  for (const { key, value } of entries) {
    const bytes = Buffer.alloc(3 + entryBytes(key.length, value?.length))
    const end = writeEntry(bytes, 3, key, value)
    readEntry(bytes, 3, place)
    const written = writer.add(bytes, 3, end, place.keyAt, place.keyEnd)
    if (written !== undefined) await written
  }
  const facts = await writer.finish()
  await file.close()
  return { path, files, facts }
}

/** The same in a file of the system, which `change` may damage: table 1, of small blocks. */
export async function writeTableOnDisk(
  target: string,
  entries: readonly ModelEntry[],
  compress: boolean,
  change: (content: Buffer) => void = () => {},
): Promise<void> {
  const { files, path, facts } = await writeTable(entries, { compress, blockBytes: 256 })
  const content = await (await files.open(path, 'read')).read(0, facts.bytes)
  change(content)
  const file = await nodeFiles.open(target, 'create')
  await file.write(content, 0)
  await file.close()
}

export async function writtenTable(
  entries: readonly ModelEntry[],
  cache: BlockCache,
  options: WrittenOptions,
  number = 1,
): Promise<TableReader> {
  const { files, path } = await writeTable(entries, { ...options, number })
  return openTable(await files.open(path, 'read'), number, cache)
}

/** Copies the entry under the cursor. */
export const entryUnder = (cursor: EntryCursor): ModelEntry => ({
  key: Buffer.from(cursor.bytes.subarray(cursor.keyAt, cursor.keyEnd)),
  value: cursor.isTombstone
    ? undefined
    : Buffer.from(cursor.bytes.subarray(cursor.valueAt, cursor.valueEnd)),
})

export async function walk(cursor: EntryCursor): Promise<ModelEntry[]> {
  const entries: ModelEntry[] = []
  for (await cursor.first(); cursor.isOnEntry; await cursor.next()) entries.push(entryUnder(cursor))
  cursor.close()
  return entries
}
