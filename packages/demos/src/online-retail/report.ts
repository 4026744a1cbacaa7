import type { Difference, Totals } from './totals.js'

const LARGEST_COUNTRIES = 5
const DIFFERENCES_SHOWN = 20

const count = (value: number): string => value.toLocaleString('en-GB')

/** Thousandths of a pound as text, exact. */
export const pounds = (mills: number): string => {
  const whole = Math.trunc(Math.abs(mills) / 1000)
  const rest = String(Math.abs(mills) % 1000).padStart(3, '0')
  return `${mills < 0 ? '-' : ''}£${count(whole)}.${rest}`
}

export const summary = (totals: Totals): string[] => {
  const countries = [...totals.byCountry].toSorted((a, b) => b[1].lines - a[1].lines)
  return [
    `lines     ${count(totals.lines)} (${count(totals.linesWithoutCustomer)} without a customer)`,
    `quantity  ${count(totals.quantity)}`,
    `amount    ${pounds(totals.amountMills)}`,
    `countries ${count(countries.length)}, the largest:`,
    ...countries
      .slice(0, LARGEST_COUNTRIES)
      .map(([name, sum]) => `  ${name}: ${count(sum.lines)} lines, ${pounds(sum.amountMills)}`),
  ]
}

export const verdict = (found: readonly Difference[], sums: number): string[] => {
  if (found.length === 0)
    return [`verified: all ${sums} counts and sums of table and file are equal`]
  return [
    `NOT EQUAL: ${found.length} of ${sums} counts and sums differ`,
    ...found
      .slice(0, DIFFERENCES_SHOWN)
      .map((sum) => `  ${sum.name}: ${sum.inFile} in the file, ${sum.inTable} in the table`),
  ]
}
