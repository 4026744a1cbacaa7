import type TableStore from 'tablestore'
import { expect, test } from 'vitest'
import type { OrderLine } from './order-line.js'
import { invoiceMd5 } from './order-table.js'
import { type RangeReader, readBack } from './read-back.js'
import { addLine, differences, emptyTotals } from './totals.js'

const order = (invoice: number): OrderLine => ({
  invoiceNo: String(invoice),
  line: 1,
  stockCode: 'A',
  description: '',
  quantity: invoice,
  invoiceTime: 0,
  unitPriceMills: 1,
  customerId: '',
  country: 'EIRE',
})

const integer = (value: number): TableStore.Int64 => ({ toNumber: () => value })

const asRow = (line: OrderLine): TableStore.ReadRow => ({
  primaryKey: [
    { name: 'invoiceMd5', value: invoiceMd5(line.invoiceNo) },
    { name: 'invoiceNo', value: line.invoiceNo },
    { name: 'line', value: integer(line.line) },
  ],
  attributes: [
    { columnName: 'stockCode', columnValue: line.stockCode },
    { columnName: 'quantity', columnValue: integer(line.quantity) },
    { columnName: 'invoiceTime', columnValue: integer(line.invoiceTime) },
    { columnName: 'unitPriceMills', columnValue: integer(line.unitPriceMills) },
    { columnName: 'country', columnValue: line.country },
  ],
})

const bound = (key: readonly TableStore.NamedValue[], infinite: string): string => {
  const first = key[0]?.['invoiceMd5']
  return typeof first === 'string' ? first : infinite
}

/** A table in memory that hands out a few rows per call, as a server does at its caps. */
const fakeTable = (lines: readonly OrderLine[]): RangeReader => {
  const rows = lines
    .map((line) => ({ hash: invoiceMd5(line.invoiceNo), row: asRow(line) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  return {
    getRange: (request) => {
      const start = bound(request.inclusiveStartPrimaryKey, '')
      const end = bound(request.exclusiveEndPrimaryKey, '~')
      const inRange = rows.filter(({ hash }) => hash >= start && hash < end)
      const next = inRange[3]?.row.primaryKey ?? null
      return Promise.resolve({
        rows: inRange.slice(0, 3).map(({ row }) => row),
        nextStartPrimaryKey: next,
      })
    },
  }
}

test('every row is read once, whatever the size of a reply', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => order(index))
  const expected = emptyTotals()
  for (const line of lines) addLine(expected, line)
  let seen = 0
  const totals = await readBack({
    client: fakeTable(lines),
    concurrency: 4,
    onRows: (rows) => {
      seen += rows
    },
  })
  expect(differences(expected, totals)).toEqual([])
  expect(seen).toBe(500)
})

test('an empty table sums up to nothing', async () => {
  const totals = await readBack({ client: fakeTable([]), concurrency: 4, onRows: () => undefined })
  expect(differences(emptyTotals(), totals)).toEqual([])
})
