import type TableStore from 'tablestore'
import { expect, test } from 'vitest'
import type { OrderLine } from './order-line.js'
import { fromRow, invoiceMd5, toRowChange } from './order-table.js'

const line: OrderLine = {
  invoiceNo: 'C536379',
  line: 1_114,
  stockCode: 'D',
  description: 'Discount',
  quantity: -1,
  invoiceTime: Date.UTC(2010, 11, 1, 9, 41),
  unitPriceMills: 27_500,
  customerId: '14527',
  country: 'United Kingdom',
}

/** What the server would give back for a row change. */
const asRead = (change: TableStore.RowChange): TableStore.ReadRow => {
  const cells = (columns: readonly TableStore.NamedValue[]) =>
    columns.flatMap((column) => Object.entries(column))
  return {
    primaryKey: cells(change.primaryKey).map(([name, value]) => ({ name, value: asValue(value) })),
    attributes: cells(change.attributeColumns).map(([columnName, value]) => ({
      columnName,
      columnValue: asValue(value),
    })),
  }
}

const asValue = (value: TableStore.Value | object): TableStore.Value => {
  if (typeof value === 'object' && !('toNumber' in value)) throw new TypeError('no value')
  return value
}

test('a line comes back as it went in', () => {
  expect(fromRow(asRead(toRowChange(line)))).toEqual(line)
})

test('what the file leaves empty takes no column', () => {
  const bare = { ...line, description: '', customerId: '' }
  const row = asRead(toRowChange(bare))
  expect(row.attributes.map((column) => column.columnName)).not.toContain('customerId')
  expect(fromRow(row)).toEqual(bare)
})

test('a row without its columns or with other types is refused', () => {
  const row = asRead(toRowChange(line))
  expect(() => fromRow({ ...row, attributes: [] })).toThrow('stockCode')
  const quantity = { columnName: 'quantity', columnValue: 'six' }
  expect(() => fromRow({ ...row, attributes: [...row.attributes, quantity] })).toThrow('quantity')
})

test('the hash is that of the number alone', () => {
  expect(invoiceMd5('200001')).toMatch(/^ee8f/)
})

test('rising invoice numbers are spread over the whole key range', () => {
  const firstDigits = new Map<string, number>()
  for (let invoice = 536_365; invoice < 536_365 + 16_000; invoice++) {
    const digit = invoiceMd5(String(invoice)).charAt(0)
    firstDigits.set(digit, (firstDigits.get(digit) ?? 0) + 1)
  }
  expect(firstDigits.size).toBe(16)
  for (const invoices of firstDigits.values()) expect(Math.abs(invoices - 1_000)).toBeLessThan(150)
})
