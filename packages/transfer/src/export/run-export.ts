import { rename, rm } from 'node:fs/promises'
import { TransferError } from '../errors.js'
import { writeCsvRow } from '../formats/csv/write-csv-row.js'
import { writeNdjsonRow } from '../formats/json/write-ndjson-row.js'
import { type TableRow, newestCells, tableRowOf } from '../formats/table-row.js'
import { writeTsRow } from '../formats/ts-rows/write-ts-row.js'
import { JournalFile } from '../journal/journal-file.js'
import { STANDARD_INPUT as STANDARD_OUTPUT } from '../sources/open-bytes.js'
import type { ExportOptions, ExportResult, ExportSurroundings } from './export-options.js'
import {
  type ExportState,
  columnTypeOf,
  newExport,
  partOf,
  readExportState,
} from './export-state.js'
import { type CsvDialect, checkDialect } from '../formats/csv/csv-parser.js'
import { checkOutput } from './check-output.js'
import { finishColumns } from './finish-columns.js'
import { type KeySchema, encodeRange } from './key-range.js'
import { type PageTarget, PageWriter, fileTarget, streamTarget } from './page-writer.js'
import { type FoundBy, readFound } from './read-found.js'
import { type Reading, partsOf, readPage } from './read-pages.js'
import { shapeOf } from './table-shape.js'

/**
 * Reads the table in parts and writes its rows page by page into a file beside the output, which is
 * renamed at the end. The columns of CSV and Parquet are known only then, so their rows are kept in the
 * format of the `ts` tool until all are read.
 */
export async function runExport(
  options: ExportOptions,
  surroundings: ExportSurroundings,
): Promise<ExportResult> {
  const { client, tableName, outputPath } = options
  if (options.format === 'csv') checkWritten(options.csv)
  if (outputPath !== STANDARD_OUTPUT) await checkOutput(outputPath)
  const { key, maxVersions } = await shapeOf(client, tableName)
  const reading: Reading = {
    client,
    tableName,
    columns: withKey(options, key),
    maxVersions: options.hasVersions ? maxVersions : 1,
    filter: options.filter,
  }
  const isStaged = needsColumns(options)
  const files = filesOf(options)
  const journal = openJournal(options, files.journal)
  if (options.isRestart) await journal?.remove()
  const found = await journal?.load()
  const begun = found ?? newExport(await partsFor(options, reading, key))
  const target = targetOf(options, files.unfinished, begun, isStaged)
  const isPacked = !isStaged && outputPath.endsWith('.gz')
  const writer = new PageWriter(target, journal, begun, isPacked, surroundings.now)
  try {
    await target.open()
    if (found === undefined) await writer.begin(isStaged ? '' : headerOf(options, key))
    await (options.found === undefined
      ? readAll(options, reading, writer, surroundings, isStaged)
      : readSearch(
          options.found,
          reading,
          key,
          writer,
          isStaged ? writeTsRow : lineWriter(options),
          surroundings,
        ))
    await writer.save()
    await target.close()
    if (isStaged) await finishColumns(options, key, writer.state.columns, files.unfinished)
    else if (outputPath !== STANDARD_OUTPUT) await rename(files.unfinished, outputPath)
    if (isStaged) await rm(files.unfinished, { force: true })
    await journal?.remove()
    return { rows: writer.state.rows, resumed: begun.rows }
  } catch (error) {
    // There is nothing to resume, and the corrected command would be refused as another export.
    if (writer.state.rows === 0 && journal !== undefined) {
      await journal.remove()
      await rm(files.unfinished, { force: true })
    }
    throw error
  } finally {
    await target.close()
  }
}

/**
 * Adds the key to the wanted columns, because rows without any wanted column would be left out.
 */
const withKey = ({ columns }: ExportOptions, key: KeySchema): readonly string[] =>
  columns.length === 0 ? [] : [...key.map(([name]) => name), ...columns]

/** Whether the columns must be known before the first row can be written. */
const needsColumns = ({ format, columns }: ExportOptions): boolean =>
  format === 'parquet' || (format === 'csv' && columns.length === 0)

async function partsFor(
  { range, parallel, found }: ExportOptions,
  reading: Reading,
  key: KeySchema,
) {
  const encoded = encodeRange(key, range)
  return parallel === 1 || found !== undefined ? [encoded] : partsOf(reading, key, encoded)
}

/** Without a quote a value with a delimiter in it would come back as two. */
function checkWritten(dialect: CsvDialect): void {
  checkDialect(dialect)
  if (dialect.quote === '') throw new TransferError('CSV that is written needs a quote')
}

function filesOf({ outputPath }: ExportOptions): {
  readonly unfinished: string
  readonly journal: string
} {
  return { unfinished: `${outputPath}.part`, journal: `${outputPath}.journal` }
}

function targetOf(
  { outputPath, output, format }: ExportOptions,
  unfinished: string,
  { length }: ExportState,
  isStaged: boolean,
): PageTarget {
  if (outputPath !== STANDARD_OUTPUT) return fileTarget(unfinished, length)
  if (!isStaged) return streamTarget(output)
  throw new TransferError(
    format === 'csv'
      ? 'CSV to standard output needs --columns, for its first line names them'
      : 'Parquet cannot be written to standard output',
  )
}

function openJournal(
  { outputPath, source, tableName, range, ...others }: ExportOptions,
  path: string,
): JournalFile<ExportState> | undefined {
  if (outputPath === STANDARD_OUTPUT) return undefined
  const { columns, filterText, format, csv, hasVersions, found } = others
  const bounds = JSON.stringify(range, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  const by = found === undefined ? {} : { indexName: found.indexName }
  const identity = {
    source,
    tableName,
    bounds,
    columns,
    filterText,
    format,
    csv,
    hasVersions,
    ...by,
  }
  return new JournalFile(path, identity, readExportState)
}

function headerOf({ format, columns, csv }: ExportOptions, key: KeySchema): string {
  return format === 'csv' ? writeCsvRow([...key.map(([name]) => name), ...columns], csv) : ''
}

/** Reads several parts at a time, each page by page; the next page is requested while one is written. */
async function readAll(
  options: ExportOptions,
  reading: Reading,
  writer: PageWriter,
  { onProgress }: ExportSurroundings,
  isStaged: boolean,
): Promise<void> {
  const waiting = writer.state.parts.flatMap((part, i) =>
    part === null ? [] : [{ part: i, range: partOf(part) }],
  )
  const write = isStaged ? writeTsRow : lineWriter(options)
  let isBroken = false
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isBroken; next = waiting.shift()) {
      const { part, range } = next
      let page = readPage(reading, range)
      for (let isLast = false; !isLast && !isBroken; ) {
        const { rows, next: start } = await page
        const left = start === undefined ? undefined : { start, end: range.end }
        if (left !== undefined) page = readPage(reading, left)
        page.catch(() => undefined)
        isLast = left === undefined
        await writer.write(part, textOf(rows.map(tableRowOf), write, writer.state.columns), left)
        const { parts, rows: count } = writer.state
        const partsDone = parts.filter((other) => other === null).length
        onProgress({ rows: count, parts: parts.length, partsDone })
      }
    }
  }
  const guarded = (): Promise<void> =>
    worker().catch((error: unknown) => {
      isBroken = true
      throw error
    })
  const workers = Array.from({ length: options.parallel }, guarded)
  await Promise.all(workers)
}

async function readSearch(
  found: FoundBy,
  reading: Reading,
  key: KeySchema,
  writer: PageWriter,
  write: (row: TableRow) => string,
  { onProgress }: ExportSurroundings,
): Promise<void> {
  const { parts, token } = writer.state
  if (parts.every((part) => part === null)) return
  const from = token === undefined ? undefined : Buffer.from(token, 'base64')
  for await (const { rows, next } of readFound(reading, key, found, from)) {
    await writer.writeFound(textOf(rows.map(tableRowOf), write, writer.state.columns), next)
    onProgress({ rows: writer.state.rows, parts: 1, partsDone: next === undefined ? 1 : 0 })
  }
}

function lineWriter({
  format,
  hasVersions,
  columns,
  csv,
}: ExportOptions): (row: TableRow) => string {
  if (format === 'ts') return writeTsRow
  if (format === 'ndjson') return (row) => writeNdjsonRow(row, hasVersions)
  return (row) => {
    const values = new Map(newestCells(row).map(({ name, value }) => [name, value]))
    return writeCsvRow([...row.key, ...columns.map((name) => values.get(name))], csv)
  }
}

/** The lines of a page, and the columns with types that are new. */
function textOf(
  rows: readonly TableRow[],
  write: (row: TableRow) => string,
  known: ExportState['columns'],
) {
  const columns: ExportState['columns'] = {}
  let text = ''
  for (const row of rows) {
    text += write(row)
    for (const { name, value } of row.cells) {
      const type = columnTypeOf(value)
      const types = columns[name] ?? known[name] ?? []
      if (!types.includes(type)) columns[name] = [...types, type]
    }
  }
  return { text, rows: rows.length, columns }
}
