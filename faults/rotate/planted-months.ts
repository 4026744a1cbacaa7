import { type Client, type RowChange, type Value, defineTable, operations } from '@rowhouse/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import {
  type GetRangeReply,
  type GetRangeRequest,
  type Variant,
  VariantType,
  decodeRows,
  doubleOf,
  encodeRow,
  infMax,
  infMin,
  integerOf,
  plainCell,
  stringOf,
  variantType,
} from '@rowhouse/protocol'

/** A month of the calendar in UTC, counted from the year 0. */
export const monthAt = (now: Date): number => now.getUTCFullYear() * 12 + now.getUTCMonth()

export const tableOf = (set: string, month: number): string =>
  `${set}_${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`

/** As the command wants it. */
export const nameOfMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

interface PlantedCell {
  readonly name: string
  readonly value: Value
  readonly timestamp: bigint
}

interface PlantedRow {
  readonly card: string
  readonly number: bigint
  readonly cells: readonly PlantedCell[]
}

export interface PlantedMonths {
  readonly rows: ReadonlyMap<number, readonly PlantedRow[]>
  /** Two versions of a column; a table has these or secondary indexes. */
  readonly isVersioned: boolean
}

/** Some rows have what a plan does not know: other columns, and several versions. */
export function plantMonths(
  random: SeededRandom,
  months: readonly number[],
  rowsMax: number,
  now: number,
): PlantedMonths {
  const isVersioned = random.chance(0.5)
  const rowsOf = () =>
    Array.from({ length: 1 + random.below(rowsMax) }, (_, nth) =>
      plantRow(random, nth, now, isVersioned),
    )
  return { rows: new Map(months.map((month) => [month, rowsOf()])), isVersioned }
}

function plantRow(
  random: SeededRandom,
  nth: number,
  now: number,
  isVersioned: boolean,
): PlantedRow {
  const timestamp = BigInt(now - random.below(1_000_000))
  const cell = (name: string, value: Value, at = timestamp) => ({ name, value, timestamp: at })
  const cells = [
    cell('price', random.below(10_000) / 100),
    cell('shop', `shop ${random.below(50)}`),
    cell('time', timestamp),
    ...(random.chance(0.1) ? [cell('note', 'x'.repeat(random.below(300)))] : []),
    ...(isVersioned && random.chance(0.3) ? [cell('price', 0.5, timestamp - 5n)] : []),
  ]
  return { card: `c${random.below(500)}`, number: BigInt(nth), cells }
}

const columns = { price: 'double', shop: 'string', time: 'integer' } as const
const schemaOf = (name: string) =>
  defineTable({ name, key: { card: 'string', number: 'integer' }, columns })

export const PLANNED = { key: { card: 'string', number: 'integer' }, columns } as const

const ROWS_PER_BATCH = 200

/** By month, the lines of `rowsIn`. */
export type MonthLines = ReadonlyMap<number, readonly string[]>

/** Makes the tables of a set as an earlier rotation would have left them, and answers what they have. */
export async function writeMonths(
  client: Client,
  set: string,
  months: PlantedMonths,
): Promise<MonthLines> {
  const lines = new Map<number, readonly string[]>()
  for (const [month, rows] of months.rows) {
    const name = tableOf(set, month)
    const indexes = [{ name: `by_shop_${name}`, key: ['shop'] }] as const
    const options = months.isVersioned ? { maxVersions: 2 } : { indexes }
    const table = await client.createTable(schemaOf(name), options)
    for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
      const puts = rows.slice(at, at + ROWS_PER_BATCH).map(
        ({ card, number, cells }): RowChange<ReturnType<typeof schemaOf>> => ({
          put: { card, number },
          cells: months.isVersioned ? cells : cells.map(withoutTime),
        }),
      )
      for (const result of await table.writeMany(puts))
        if (!result.isOk) throw new Error(`${result.error.code}: ${result.error.message}`)
    }
    const found = (await rowsIn(client, name)) ?? []
    if (found.length !== rows.length) throw new Error(`${name} has not the rows that were put`)
    lines.set(month, found)
  }
  return lines
}

/** The times of a table with secondary indexes are the server's. */
const withoutTime = ({ name, value }: PlantedCell) => ({ name, value })

/** Every version of every column that a table has, a line for each row; undefined when it is gone. */
export async function rowsIn(client: Client, name: string): Promise<string[] | undefined> {
  if (!(await client.tableNames()).includes(name)) return undefined
  const lines: string[] = []
  let next: Buffer | undefined = boundOf(infMin())
  while (next !== undefined) {
    const page: GetRangeReply = await client.call(operations.getRange, rangeFrom(name, next))
    for (const { primaryKey, cells } of decodeRows(page.rows)) {
      const [card = '', number = ''] = primaryKey.map(({ value }) => textOf(value))
      const texts = cells.map((cell) => `${cell.name}=${textOf(cell.value)}@${cell.timestamp}`)
      lines.push(lineOf(card, number, texts))
    }
    next = page.nextStartPrimaryKey
  }
  return lines.sort()
}

const boundOf = (value: Variant): Buffer =>
  encodeRow({
    primaryKey: [plainCell('card', value), plainCell('number', value)],
    cells: [],
    deleteMarker: false,
  })

const rangeFrom = (tableName: string, inclusiveStartPrimaryKey: Buffer): GetRangeRequest => ({
  tableName,
  direction: 'FORWARD',
  limit: undefined,
  inclusiveStartPrimaryKey,
  exclusiveEndPrimaryKey: boundOf(infMax()),
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 2,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
  token: undefined,
  transactionId: undefined,
  dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
  returnEntirePrimaryKeys: true,
})

function textOf(value: Variant | undefined): string {
  if (value === undefined) return ''
  switch (variantType(value)) {
    case VariantType.STRING:
      return stringOf(value)
    case VariantType.INTEGER:
      return String(integerOf(value))
    default:
      return String(doubleOf(value))
  }
}

const lineOf = (card: string, number: string, cells: readonly string[]): string =>
  `${card} ${number} ${[...cells].sort().join(' ')}`
