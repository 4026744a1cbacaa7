import type { AnyTable, BulkWriter, RowChange } from '@rowhouse/client'
import { TransferError } from '../errors.js'
import { partOf, storedPart } from '../export/export-state.js'
import type { ExportSurroundings } from '../export/export-options.js'
import { type EncodedRange, encodeRange } from '../export/key-range.js'
import { type Page, type Reading, partsOf, readPage } from '../export/read-pages.js'
import { shapeOf } from '../export/table-shape.js'
import { type TableRow, newestCells, tableRowOf } from '../formats/table-row.js'
import { describeTable } from '../import/prepare-import.js'
import { JournalFile } from '../journal/journal-file.js'
import { transferLimits } from '../limits.js'
import type { CopyOptions, CopyResult } from './copy-options.js'
import { type CopyState, readCopyState } from './copy-state.js'
import { ensureTarget } from './target-table.js'

/**
 * Reads the source in parts and writes its rows into the target. The journal has the rest of each part
 * after the rows that are written. Later rows may be written a second time, which changes nothing.
 */
export async function runCopy(
  options: CopyOptions,
  surroundings: ExportSurroundings,
): Promise<CopyResult> {
  const { source, target } = options
  const described = await describeTable(source.client, source.tableName)
  if (described === undefined) throw new TransferError(`there is no table ${source.tableName}`)
  const reading = await readingOf(options)
  const journal = openJournal(options)
  if (options.isRestart) await journal.remove()
  const { schema, isNew } = await ensureTarget(options, described)
  const begun = (await journal.load()) ?? (await newCopy(options, reading, isNew))
  const { concurrency } = options
  const limit = concurrency === undefined ? {} : { concurrency }
  const table = target.client.table<AnyTable>(schema)
  const writer = table.bulkWriter({ order: 'none', mayRepeat: true, ...limit })
  const copier = new PageCopier(options, writer, journal, begun, surroundings)
  await copier.save()
  await copyAll(options, reading, copier)
  await journal.remove()
  const { rows, hasCreatedTable } = copier.state
  return { rows, resumed: begun.rows, hasCreatedTable }
}

async function readingOf({ source, keepsTimes }: CopyOptions): Promise<Reading> {
  const { maxVersions } = await shapeOf(source.client, source.tableName)
  return {
    client: source.client,
    tableName: source.tableName,
    columns: [],
    maxVersions: keepsTimes ? maxVersions : 1,
    filter: undefined,
  }
}

function openJournal({ source, target, range, ...others }: CopyOptions): JournalFile<CopyState> {
  const place = ({ endpoint, instance, tableName }: CopyOptions['source']) => ({
    endpoint,
    instance,
    tableName,
  })
  const bounds = JSON.stringify(range, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  const { keepsTimes, journalPath } = others
  const identity = { source: place(source), target: place(target), bounds, keepsTimes }
  return new JournalFile(journalPath, identity, readCopyState)
}

async function newCopy(
  { source, range }: CopyOptions,
  reading: Reading,
  hasCreatedTable: boolean,
): Promise<CopyState> {
  const { key } = await shapeOf(source.client, source.tableName)
  const parts = await partsOf(reading, key, encodeRange(key, range))
  return { rows: 0, parts: parts.map(storedPart), hasCreatedTable }
}

async function copyAll(
  { parallel }: CopyOptions,
  reading: Reading,
  copier: PageCopier,
): Promise<void> {
  const waiting = copier.state.parts.flatMap((part, i) =>
    part === null ? [] : [{ part: i, range: partOf(part) }],
  )
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { part, range } = next
      let page: Promise<Page> | undefined = readPage(reading, range)
      while (page !== undefined) {
        const read: Page = await page
        const { rows, next: start } = read
        const left: EncodedRange | undefined = start && { start, end: range.end }
        // The next page is read while the rows of this one are written.
        page = left && readPage(reading, left)
        page?.catch(() => undefined)
        await copier.write(part, rows.map(tableRowOf), left)
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

/** Writes pages, and saves the rest of their parts in the journal. */
class PageCopier {
  readonly #keepsTimes: boolean
  readonly #writer: BulkWriter<AnyTable>
  readonly #journal: JournalFile<CopyState>
  readonly #surroundings: ExportSurroundings
  #state: CopyState
  #savedAt: number
  #saving: Promise<void> = Promise.resolve()

  constructor(
    { keepsTimes }: CopyOptions,
    writer: BulkWriter<AnyTable>,
    journal: JournalFile<CopyState>,
    begun: CopyState,
    surroundings: ExportSurroundings,
  ) {
    this.#keepsTimes = keepsTimes
    this.#writer = writer
    this.#journal = journal
    this.#state = begun
    this.#surroundings = surroundings
    this.#savedAt = surroundings.now()
  }

  get state(): CopyState {
    return this.#state
  }

  /** Resolves when all rows of the page are written. */
  async write(
    part: number,
    rows: readonly TableRow[],
    left: EncodedRange | undefined,
  ): Promise<void> {
    const writes: Promise<void>[] = []
    for (const row of rows) {
      if (!this.#writer.hasRoom) await this.#writer.room()
      const write = this.#writer.write(changeOf(row, this.#keepsTimes))
      // A failure is handled below; until then it must not be unhandled.
      write.catch(() => undefined)
      writes.push(write)
    }
    await Promise.all(writes)
    const parts = [...this.#state.parts]
    parts[part] = left === undefined ? null : storedPart(left)
    this.#state = { ...this.#state, rows: this.#state.rows + rows.length, parts }
    if (this.#surroundings.now() - this.#savedAt >= transferLimits.JOURNAL_MS) await this.save()
    this.#tell()
  }

  /** Saves run one after the other, so that the last one wins. */
  save(): Promise<void> {
    this.#savedAt = this.#surroundings.now()
    this.#saving = this.#saving.then(() => this.#journal.save(this.#state))
    return this.#saving
  }

  #tell(): void {
    const { rows, parts } = this.#state
    const partsDone = parts.filter((part) => part === null).length
    this.#surroundings.onProgress({ rows, parts: parts.length, partsDone })
  }
}

function changeOf(row: TableRow, keepsTimes: boolean): RowChange<AnyTable> {
  const put = Object.fromEntries(row.keyNames.map((name, i) => [name, row.key[i]]))
  const cells = keepsTimes
    ? row.cells.map(({ name, value, time }) => ({
        name,
        value,
        ...(time !== undefined && { timestamp: time }),
      }))
    : newestCells(row).map(({ name, value }) => ({ name, value }))
  return { put, cells }
}
