import { encodeRow } from '@rowhouse/protocol'
import { compareKeys, encodeRange } from '../export/key-range.js'
import { type Reading, readPage } from '../export/read-pages.js'
import { shapeOf } from '../export/table-shape.js'
import { jsonValue } from '../formats/json/write-object.js'
import { type TableRow, newestCells, tableRowOf } from '../formats/table-row.js'
import { writeTsRow } from '../formats/ts-rows/write-ts-row.js'
import { transferLimits } from '../limits.js'
import type { CopyOptions, CopySide } from './copy-options.js'
import { rowsWithSide } from './rows-with-side.js'

export interface Difference {
  readonly kind: 'missing' | 'extra' | 'different'
  /** The key as a JSON array. */
  readonly key: string
}

export interface CopyVerdict {
  /** The number of rows in the source. */
  readonly rows: number
  readonly missing: number
  readonly extra: number
  readonly different: number
  /** The first differences. */
  readonly examples: readonly Difference[]
}

export interface ComparedRow {
  readonly encodedKey: Buffer
  readonly row: TableRow
}

/** Reads both tables in the order of their keys and compares row by row. */
export async function verifyCopy(
  options: CopyOptions,
  onRows: (rows: number) => void,
): Promise<CopyVerdict> {
  const left = rowsOf(options.source, options)
  const right =
    options.side === undefined
      ? rowsOf(options.target, options)
      : rowsWithSide(options, options.side)
  const counts = { missing: 0, extra: 0, different: 0 }
  const examples: Difference[] = []
  const found = (kind: Difference['kind'], { row }: ComparedRow): void => {
    counts[kind] += 1
    if (examples.length >= transferLimits.DIFFERENCES_SHOWN) return
    examples.push({ kind, key: `[${row.key.map(jsonValue).join(',')}]` })
  }
  let rows = 0
  let [a, b] = await Promise.all([left.next(), right.next()])
  while (a.done !== true || b.done !== true) {
    const order = a.done === true ? 1 : b.done === true ? -1 : orderOf(a.value, b.value)
    if (a.done !== true && order < 0) found('missing', a.value)
    if (b.done !== true && order > 0) found('extra', b.value)
    if (a.done !== true && b.done !== true && order === 0) {
      if (contentOf(a.value.row, options) !== contentOf(b.value.row, options)) {
        found('different', a.value)
      }
    }
    if (order <= 0) {
      rows += 1
      onRows(rows)
      a = await left.next()
    }
    if (order >= 0) b = await right.next()
  }
  return { rows, ...counts, examples }
}

const orderOf = (a: ComparedRow, b: ComparedRow): number => compareKeys(a.encodedKey, b.encodedKey)

function contentOf(row: TableRow, { keepsTimes }: CopyOptions): string {
  if (keepsTimes) return writeTsRow(row)
  const cells = newestCells(row).map(({ name, value }) => ({ name, value, time: undefined }))
  return writeTsRow({ ...row, cells })
}

async function* rowsOf(
  { client, tableName }: CopySide,
  { range, keepsTimes }: CopyOptions,
): AsyncGenerator<ComparedRow, void, undefined> {
  const { key, maxVersions } = await shapeOf(client, tableName)
  const reading: Reading = {
    client,
    tableName,
    columns: [],
    maxVersions: keepsTimes ? maxVersions : 1,
    filter: undefined,
  }
  const whole = encodeRange(key, range)
  let page = readPage(reading, whole)
  for (;;) {
    const { rows, next } = await page
    if (next !== undefined) {
      page = readPage(reading, { start: next, end: whole.end })
      page.catch(() => undefined)
    }
    for (const row of rows) {
      const encodedKey = encodeRow({ ...row, cells: [], deleteMarker: false })
      yield { encodedKey, row: tableRowOf(row) }
    }
    if (next === undefined) return
  }
}
