import { type Month, digitsOf, monthOf, yearOf } from './months.js'

/** The name for a month: `{yyyy}` and `{MM}` of the pattern are its year and month. */
export const nameFor = (pattern: string, month: Month): string =>
  pattern
    .replaceAll('{yyyy}', String(yearOf(month)).padStart(4, '0'))
    .replaceAll('{MM}', digitsOf(month))

/** The month of a name; undefined for names that do not match the pattern. */
export function monthIn(pattern: string, name: string): Month | undefined {
  const text = pattern
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace('{yyyy}', String.raw`(?<year>\d{4})`)
    .replace('{MM}', String.raw`(?<month>0[1-9]|1[0-2])`)
  const groups = new RegExp(`^${text}$`).exec(name)?.groups
  if (groups === undefined) return undefined
  const month = monthOf(Number(groups['year']), Number(groups['month']))
  return nameFor(pattern, month) === name ? month : undefined
}

/** Whether the pattern gives every month its own name. */
export const hasMonth = (pattern: string): boolean =>
  pattern.split('{yyyy}').length === 2 && pattern.split('{MM}').length === 2
