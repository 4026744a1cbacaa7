import { createHash } from 'node:crypto'
import TableStore from 'tablestore'
import type { OrderLine } from './order-line.js'

export const TABLE_NAME = 'retail_order_line'

/**
 * The key, by the rules for choosing one:
 * - Invoice numbers rise with time, so alone they would send all writes to the end of the table. The
 *   first column is the MD5 of the number, which spreads invoices evenly over the whole range.
 * - The number itself follows, so that two invoices of one hash stay apart and rows can be read.
 * - Stock codes repeat within an invoice; its line number does not.
 * All lines of an invoice share one partition-key value (at most 1,114 in this data, far below any
 * bound), so an invoice is one short range and changes to it are serialised.
 */
const PRIMARY_KEY = [
  { name: 'invoiceMd5', type: 'STRING' },
  { name: 'invoiceNo', type: 'STRING' },
  { name: 'line', type: 'INTEGER' },
] as const

export const tableDefinition: TableStore.TableDefinition = {
  tableMeta: { tableName: TABLE_NAME, primaryKey: PRIMARY_KEY },
  reservedThroughput: { capacityUnit: { read: 0, write: 0 } },
  tableOptions: { timeToLive: -1, maxVersions: 1 },
}

/** Of the number alone; a shell's `echo NUMBER | md5sum` hashes a line feed too and differs. */
export const invoiceMd5 = (invoiceNo: string): string =>
  createHash('md5').update(invoiceNo).digest('hex')

/** What the file leaves empty is not stored: a missing column costs nothing. */
export const toRowChange = (line: OrderLine): TableStore.RowChange => {
  const attributeColumns: TableStore.NamedValue[] = [
    { stockCode: line.stockCode },
    { quantity: TableStore.Long.fromNumber(line.quantity) },
    { invoiceTime: TableStore.Long.fromNumber(line.invoiceTime) },
    { unitPriceMills: TableStore.Long.fromNumber(line.unitPriceMills) },
    { country: line.country },
  ]
  if (line.description !== '') attributeColumns.push({ description: line.description })
  if (line.customerId !== '') attributeColumns.push({ customerId: line.customerId })
  return {
    type: 'PUT',
    condition: new TableStore.Condition(TableStore.RowExistenceExpectation.IGNORE, null),
    primaryKey: [
      { invoiceMd5: invoiceMd5(line.invoiceNo) },
      { invoiceNo: line.invoiceNo },
      { line: TableStore.Long.fromNumber(line.line) },
    ],
    attributeColumns,
  }
}

export const fromRow = (row: TableStore.ReadRow): OrderLine => {
  const values = new Map<string, TableStore.Value>()
  for (const column of row.primaryKey) values.set(column.name, column.value)
  for (const column of row.attributes) values.set(column.columnName, column.columnValue)
  return {
    invoiceNo: text(values, 'invoiceNo'),
    line: integer(values, 'line'),
    stockCode: text(values, 'stockCode'),
    description: values.has('description') ? text(values, 'description') : '',
    quantity: integer(values, 'quantity'),
    invoiceTime: integer(values, 'invoiceTime'),
    unitPriceMills: integer(values, 'unitPriceMills'),
    customerId: values.has('customerId') ? text(values, 'customerId') : '',
    country: text(values, 'country'),
  }
}

const text = (values: ReadonlyMap<string, TableStore.Value>, name: string): string => {
  const value = values.get(name)
  if (typeof value !== 'string') throw new TypeError(`column ${name} is no string`)
  return value
}

const integer = (values: ReadonlyMap<string, TableStore.Value>, name: string): number => {
  const value = values.get(name)
  if (typeof value !== 'object' || Buffer.isBuffer(value)) {
    throw new TypeError(`column ${name} is no integer`)
  }
  return value.toNumber()
}
