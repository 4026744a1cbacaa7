/** One line of an invoice, as the file has it; money and time as exact integers. */
export interface OrderLine {
  readonly invoiceNo: string
  /** Counts the lines of one invoice from 1 in file order: invoices repeat stock codes. */
  readonly line: number
  readonly stockCode: string
  /** Empty in the file for some lines. */
  readonly description: string
  /** Negative for goods that came back and for write-offs. */
  readonly quantity: number
  /** The shop's local time read as UTC, in milliseconds since the epoch; the file names no zone. */
  readonly invoiceTime: number
  /** Thousandths of a pound: four lines carry prices of a tenth of a penny. */
  readonly unitPriceMills: number
  /** Empty when the buyer is not known. */
  readonly customerId: string
  readonly country: string
}

export const FILE_COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const

export class BadOrderLineError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadOrderLineError'
  }
}

/** What one record of the file says; the line number inside its invoice comes from the reader. */
export const parseOrderLine = (record: readonly string[], line: number): OrderLine => {
  const [invoiceNo, stockCode, description, quantity, date, price, customer, country] = record
  if (record.length !== FILE_COLUMNS.length || invoiceNo === undefined || stockCode === undefined) {
    throw new BadOrderLineError(`a line has ${record.length} fields, not ${FILE_COLUMNS.length}`)
  }
  return {
    invoiceNo,
    line,
    stockCode,
    description: description ?? '',
    quantity: parseInteger(quantity ?? '', 'Quantity'),
    invoiceTime: parseTime(date ?? ''),
    unitPriceMills: parseMills(price ?? ''),
    customerId: parseCustomer(customer ?? ''),
    country: country ?? '',
  }
}

const parseInteger = (text: string, column: string): number => {
  if (!/^-?\d{1,15}$/.test(text)) throw new BadOrderLineError(`${column} "${text}" is no integer`)
  return Number(text)
}

const parseTime = (text: string): number => {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`)
  if (Number.isNaN(time)) throw new BadOrderLineError(`InvoiceDate "${text}" is no time`)
  return time
}

/** Decimal text to thousandths without passing through a binary fraction. */
const parseMills = (text: string): number => {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text)
  if (match === null) throw new BadOrderLineError(`UnitPrice "${text}" is no price in thousandths`)
  const mills = Number(match[2]) * 1000 + Number((match[3] ?? '').padEnd(3, '0'))
  return match[1] === '-' && mills !== 0 ? -mills : mills
}

/** The file shows customers as decimals ("17850.0"); the identifier is what stands before the point. */
const parseCustomer = (text: string): string => {
  if (text !== '' && !/^\d+(\.0)?$/.test(text)) {
    throw new BadOrderLineError(`CustomerID "${text}" is no number`)
  }
  return text.replace(/\.0$/, '')
}
