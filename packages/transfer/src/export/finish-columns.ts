import { rename } from 'node:fs/promises'
import { type ColumnType } from '@rowhouse/client'
import { writeCsvRow } from '../formats/csv/write-csv-row.js'
import { type ParquetColumn, onlyType, writeParquet } from '../formats/parquet/write-parquet.js'
import { type FileRecord, type FileValue, isBad } from '../formats/record.js'
import { readTsRows } from '../formats/ts-rows/read-ts-rows.js'
import { gzipSync } from 'node:zlib'
import { TransferFailure } from '../errors.js'
import { AppendFile } from '../journal/append-file.js'
import { transferLimits } from '../limits.js'
import { decodeText } from '../sources/decode-text.js'
import { openBytes } from '../sources/open-bytes.js'
import type { ExportOptions } from './export-options.js'
import type { ExportState } from './export-state.js'
import type { KeySchema } from './key-range.js'
import { Readable } from 'node:stream'

/** Writes the output from the rows that were kept until all columns were known. */
export async function finishColumns(
  options: ExportOptions,
  key: KeySchema,
  found: ExportState['columns'],
  kept: string,
): Promise<void> {
  const keyNames = key.map(([name]) => name)
  // Columns are ordered by name, because the order of their discovery differs between runs.
  const names = options.columns.length > 0 ? options.columns : Object.keys(found).sort()
  const all = [...keyNames, ...names]
  const rows = keptRows(kept, keyNames, all)
  if (options.format === 'csv') {
    await writeCsv(options, all, rows)
    return
  }
  const columns: ParquetColumn[] = [
    ...key.map(([name, type]) => ({ name, type: type === 'autoIncrement' ? 'integer' : type })),
    ...names.map((name) => ({ name, type: onlyType(name, typesOf(found, name)) })),
  ]
  await writeParquet(options.outputPath, columns, rows)
}

/** A wanted column that no row has is a string column. */
const typesOf = (found: ExportState['columns'], name: string): readonly ColumnType[] =>
  found[name] ?? ['string']

async function writeCsv(
  { outputPath, csv }: ExportOptions,
  names: readonly string[],
  rows: AsyncIterable<readonly (readonly (FileValue | undefined)[])[]>,
): Promise<void> {
  const unfinished = `${outputPath}.unfinished`
  const file = new AppendFile(unfinished, 0)
  const append = (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    return file.append(outputPath.endsWith('.gz') ? gzipSync(bytes) : bytes)
  }
  try {
    await append(writeCsvRow(names, csv))
    for await (const piece of rows) {
      if (piece.length > 0) await append(piece.map((row) => writeCsvRow(row, csv)).join(''))
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, outputPath)
}

/** Values of the kept rows in the order of the names, the newest version of each. */
async function* keptRows(
  path: string,
  keyNames: readonly string[],
  names: readonly string[],
): AsyncGenerator<readonly (readonly (FileValue | undefined)[])[], void, undefined> {
  const places = new Map(names.map((name, i) => [name, i]))
  const text = decodeText(openBytes(path, Readable.from([])).bytes, 'utf-8', path)
  let rows: (FileValue | undefined)[][] = []
  for await (const piece of readTsRows(text, keyNames)) {
    for (const record of piece) {
      if (isBad(record)) throw new TransferFailure(`${path} is damaged: ${record.problem}`)
      rows.push(valuesOf(record, places))
    }
    if (rows.length < transferLimits.ROW_GROUP_ROWS) continue
    yield rows
    rows = []
  }
  yield rows
}

function valuesOf(
  { names, values }: FileRecord,
  places: ReadonlyMap<string, number>,
): (FileValue | undefined)[] {
  const row = Array.from<FileValue | undefined>({ length: places.size })
  names.forEach((name, i) => {
    const place = places.get(name)
    // The newest version is first.
    if (place !== undefined && row[place] === undefined) row[place] = values[i]
  })
  return row
}
