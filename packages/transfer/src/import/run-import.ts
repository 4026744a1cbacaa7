import type { AnyTable } from '@rowhouse/client'
import { invariant } from '@rowhouse/platform'
import { limits } from '@rowhouse/protocol'
import { openRecords } from '../formats/read-records.js'
import { type FileRecord, type ReadRecord, isBad } from '../formats/record.js'
import { JournalFile } from '../journal/journal-file.js'
import { transferLimits } from '../limits.js'
import type { ImportOptions, ImportResult, ImportSurroundings } from './import-options.js'
import { type ImportState, newImport, readImportState } from './import-state.js'
import { ImportLedger } from './import-ledger.js'
import { RowMaker } from './make-row.js'
import { OrderChoice } from './order-choice.js'
import type { OpenedFile, PreparedImport } from './prepare-import.js'
import { type Window, WindowWriter } from './window-writer.js'

/**
 * Writes the files into the table, from where an interrupted run has stopped. The journal has a place in
 * the files before which everything is written. Later rows may be written a second time, which changes
 * nothing: a put replaces the whole row, and rows of one key are put in the order of the file.
 */
export async function runImport(
  options: ImportOptions,
  prepared: PreparedImport,
  surroundings: ImportSurroundings,
): Promise<ImportResult> {
  // Refuses wrong options, so it comes before the table is created.
  const maker = new RowMaker(prepared.plan, options.zone, options.keepsTimes)
  const journal = openJournal(options, prepared)
  if (options.isRestart) await journal?.remove()
  const begun = (await journal?.load()) ?? newImport
  const ledger = new ImportLedger(begun, options.rejectsPath, journal, surroundings.now)
  try {
    const hasCreatedTable = await ensureTable(options, prepared, begun)
    if (options.isDryRun) await ledger.beginDryRun()
    else await ledger.begin(hasCreatedTable)
    const choice = new OrderChoice(options.order)
    await writeAll(options, prepared, surroundings, { begun, ledger, choice, maker })
    await ledger.finish()
    const { written, rejected, superseded } = ledger.state
    const rejectsPath = rejected > 0 ? options.rejectsPath : undefined
    const order = choice.reason
    return { written, rejected, superseded, resumed: begun.written, order, rejectsPath }
  } finally {
    await ledger.close()
  }
}

function openJournal(
  { journalPath, target, files, reading, isDryRun, keepsTimes, zone }: ImportOptions,
  { plan }: PreparedImport,
): JournalFile<ImportState> | undefined {
  if (journalPath === undefined || isDryRun) return undefined
  // The identity has no table description, which changes between the runs of one import.
  const { schema, columns, counter, madeKeys } = plan
  const asked = { target, files, reading, keepsTimes, zone }
  const identity = { ...asked, schema, columns, counter, madeKeys }
  return new JournalFile(journalPath, identity, readImportState)
}

/** Whether this import, or an interrupted run of it, has created the table. */
async function ensureTable(
  { client, isDryRun, maxVersions, keepsTimes }: ImportOptions,
  { plan }: PreparedImport,
  { hasCreatedTable }: ImportState,
): Promise<boolean> {
  if (!plan.isNewTable || isDryRun) return hasCreatedTable
  // Rows of a file may have times of any age.
  const times = keepsTimes ? { maxTimeDeviationSeconds: limits.DEVIATION_SECONDS_MAX } : {}
  await client.createTable(plan.schema, { maxVersions, ...times })
  return true
}

interface Run {
  readonly begun: ImportState
  readonly ledger: ImportLedger
  readonly choice: OrderChoice
  readonly maker: RowMaker
}

async function writeAll(
  options: ImportOptions,
  { plan, first, firstFile }: PreparedImport,
  { now, random, onProgress }: ImportSurroundings,
  { begun, ledger, choice, maker }: Run,
): Promise<void> {
  const table = options.client.table<AnyTable>(plan.schema)
  const { concurrency } = options
  const limit = concurrency === undefined ? {} : { concurrency }
  const writer = table.bulkWriter({ order: 'none', mayRepeat: true, ...limit })
  const bytes = options.files.reduce((sum, file) => sum + file.bytes, 0)
  let bytesBefore = 0
  let current: OpenedFile | undefined
  const tell = (): void => {
    const { written, rejected } = ledger.state
    const bytesRead = bytesBefore + (current?.bytesRead() ?? 0)
    onProgress({ written, rejected, bytesRead, bytes })
  }
  const windows = new WindowWriter({
    table,
    writer,
    choice,
    random,
    now,
    onDone: async (window) => {
      await ledger.add(window)
      tell()
    },
  })
  for (const [file, { path, bytes: size }] of options.files.entries()) {
    current = file === firstFile ? first : open(options, path, Object.keys(plan.schema.key))
    if (file >= begun.file) {
      const from = file === begun.file ? begun.record : 0
      for await (const window of windowsOf(current, maker, { file, from })) {
        if (options.isDryRun) await ledger.count(window)
        else await windows.write(window)
        tell()
      }
    } else await current.records.return()
    bytesBefore += size
    current = undefined
  }
  await windows.close()
  await writer.close()
}

const open = (options: ImportOptions, path: string, keyNames: readonly string[]): OpenedFile =>
  openRecords(path, { ...options.reading, keyNames, input: options.input })

/** The records of a file after a place, as windows of rows. */
async function* windowsOf(
  { records }: OpenedFile,
  maker: RowMaker,
  { file, from }: { readonly file: number; readonly from: number },
): AsyncGenerator<Window, void, undefined> {
  let window = newWindow(file)
  for await (const piece of records) {
    for (const record of piece) {
      if (record.number <= from) continue
      window.add(record, maker)
      if (window.size < transferLimits.WINDOW_ROWS) continue
      yield window.whole()
      window = newWindow(file)
    }
  }
  if (window.size > 0) yield window.whole()
}

function newWindow(file: number) {
  const rows: Window['rows'][number][] = []
  const rejects: Window['rejects'] = []
  let last: ReadRecord | undefined
  return {
    get size(): number {
      return rows.length + rejects.length
    },
    add(record: ReadRecord, maker: RowMaker): void {
      last = record
      if (isBad(record)) {
        const { number, problem, text } = record
        rejects.push({ record: number, reason: problem, content: text })
        return
      }
      const row = maker.row(record)
      if (typeof row !== 'string') rows.push(row)
      else rejects.push({ record: record.number, reason: row, content: contentOf(record) })
    },
    whole(): Window {
      invariant(last !== undefined, 'a window has a record')
      return { rows, rejects, end: { file, record: last.number } }
    },
  }
}

const contentOf = ({ names, values }: FileRecord): unknown =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]))
