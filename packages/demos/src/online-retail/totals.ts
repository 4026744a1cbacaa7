import { createHash } from 'node:crypto'
import type { OrderLine } from './order-line.js'

/** Sums that the file and the table must agree on. All stay far below 2^53. */
export interface Totals {
  lines: number
  quantity: number
  /** Thousandths of a pound; quantity times unit price, line by line. */
  amountMills: number
  linesWithoutCustomer: number
  linesWithoutDescription: number
  readonly byCountry: Map<string, { lines: number; quantity: number; amountMills: number }>
  /** Invoice lines per month, "2011-07". */
  readonly byMonth: Map<string, number>
  /** Sum of a 48-bit hash of every field of every line, modulo 2^48: says that no field differs. */
  fingerprint: number
}

const FINGERPRINT_MODULUS = 2 ** 48

export const emptyTotals = (): Totals => ({
  lines: 0,
  quantity: 0,
  amountMills: 0,
  linesWithoutCustomer: 0,
  linesWithoutDescription: 0,
  byCountry: new Map(),
  byMonth: new Map(),
  fingerprint: 0,
})

export const addLine = (totals: Totals, line: OrderLine): void => {
  const amount = line.quantity * line.unitPriceMills
  totals.lines += 1
  totals.quantity += line.quantity
  totals.amountMills += amount
  if (line.customerId === '') totals.linesWithoutCustomer += 1
  if (line.description === '') totals.linesWithoutDescription += 1
  addToCountry(totals, line, amount)
  const month = new Date(line.invoiceTime).toISOString().slice(0, 7)
  totals.byMonth.set(month, (totals.byMonth.get(month) ?? 0) + 1)
  totals.fingerprint = (totals.fingerprint + hashOf(line)) % FINGERPRINT_MODULUS
}

const addToCountry = (totals: Totals, line: OrderLine, amount: number): void => {
  const country = totals.byCountry.get(line.country)
  if (country === undefined) {
    totals.byCountry.set(line.country, {
      lines: 1,
      quantity: line.quantity,
      amountMills: amount,
    })
    return
  }
  country.lines += 1
  country.quantity += line.quantity
  country.amountMills += amount
}

const hashOf = (line: OrderLine): number => {
  const fields = [
    line.invoiceNo,
    line.line,
    line.stockCode,
    line.description,
    line.quantity,
    line.invoiceTime,
    line.unitPriceMills,
    line.customerId,
    line.country,
  ]
  return createHash('md5').update(fields.join('\u0000')).digest().readUIntBE(0, 6)
}

/** Every sum by name, so that a difference can be named. */
export const namedSums = (totals: Totals): Map<string, number> => {
  const sums = new Map<string, number>([
    ['lines', totals.lines],
    ['quantity', totals.quantity],
    ['amount in thousandths', totals.amountMills],
    ['lines without customer', totals.linesWithoutCustomer],
    ['lines without description', totals.linesWithoutDescription],
    ['fingerprint of all fields', totals.fingerprint],
  ])
  for (const [country, sum] of totals.byCountry) {
    sums.set(`lines of ${country}`, sum.lines)
    sums.set(`quantity of ${country}`, sum.quantity)
    sums.set(`amount of ${country}`, sum.amountMills)
  }
  for (const [month, lines] of totals.byMonth) sums.set(`lines in ${month}`, lines)
  return sums
}

export interface Difference {
  readonly name: string
  readonly inFile: number
  readonly inTable: number
}

export const differences = (file: Totals, table: Totals): Difference[] => {
  const inFile = namedSums(file)
  const inTable = namedSums(table)
  const names = new Set([...inFile.keys(), ...inTable.keys()])
  return [...names]
    .map((name) => ({ name, inFile: inFile.get(name) ?? 0, inTable: inTable.get(name) ?? 0 }))
    .filter((sum) => sum.inFile !== sum.inTable)
}
