import type { DescribeTableReply } from '@rowhouse/protocol'
import { TransferFailure } from '../errors.js'
import { partOf, storedPart } from '../export/export-state.js'
import type { ExportSurroundings } from '../export/export-options.js'
import { type EncodedRange, encodeRange } from '../export/key-range.js'
import { type Page, type Reading, partsOf, readPage } from '../export/read-pages.js'
import { shapeOf } from '../export/table-shape.js'
import { type TableRow, tableRowOf } from '../formats/table-row.js'
import { describeTable } from '../import/prepare-import.js'
import { JournalFile } from '../journal/journal-file.js'
import { transferLimits } from '../limits.js'
import type { CopyOptions, CopyResult } from './copy-options.js'
import { type CopyState, readCopyState } from './copy-state.js'
import { type RowTarget, bulkTarget } from './row-target.js'
import { sideTarget } from './side-target.js'
import { ensureTarget } from './target-table.js'

/**
 * Reads the source in parts and writes its rows into the target. The journal has the rest of each part
 * after the rows that are written. Later rows may be written a second time, which changes nothing.
 */
export async function runCopy(
  options: CopyOptions,
  surroundings: ExportSurroundings,
): Promise<CopyResult> {
  const { source } = options
  const described = await describeTable(source.client, source.tableName)
  if (described === undefined) throw new TransferFailure(`there is no table ${source.tableName}`)
  const reading = await readingOf(options)
  const journal = openJournal(options)
  if (options.isRestart) await journal.remove()
  const rowTarget = await openTarget(options, described)
  const begun = (await journal.load()) ?? (await newCopy(options, reading, rowTarget.isNew))
  const copier = new PageCopier(rowTarget, journal, begun, surroundings)
  await copier.save()
  await copyAll(options, reading, copier)
  await journal.remove()
  const { rows, hasCreatedTable } = copier.state
  return { rows, resumed: begun.rows, hasCreatedTable }
}

const openTarget = async (options: CopyOptions, source: DescribeTableReply): Promise<RowTarget> =>
  options.side === undefined
    ? bulkTarget(options, await ensureTarget(options, source))
    : sideTarget(options, options.side, source)

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
  const { keepsTimes, journalPath, side } = others
  const identity = { source: place(source), target: place(target), bounds, keepsTimes, side }
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
  readonly #target: RowTarget
  readonly #journal: JournalFile<CopyState>
  readonly #surroundings: ExportSurroundings
  #state: CopyState
  #savedAt: number
  #saving: Promise<void> = Promise.resolve()

  constructor(
    target: RowTarget,
    journal: JournalFile<CopyState>,
    begun: CopyState,
    surroundings: ExportSurroundings,
  ) {
    this.#target = target
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
    await this.#target.write(rows)
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
