import type { ArchiveRange } from '@rowhouse/rotation'
import type { FileValue, TableRow } from '@rowhouse/transfer'
import type { Condition } from './parse-conditions.js'

/** Ranges with at least the values of the conditions, by which parts of an archive are passed over. */
export function rangesOf(conditions: readonly Condition[]): Record<string, ArchiveRange> {
  const ranges: Record<string, ArchiveRange> = {}
  for (const { name, operator, value } of conditions) {
    if (typeof value === 'boolean' || operator === '!=') continue
    const before = ranges[name] ?? {}
    const from = operator.startsWith('<') ? {} : { from: value }
    const to = operator.startsWith('>') ? {} : { to: operator === '<' ? value : behind(value) }
    ranges[name] = { ...from, ...to, ...before }
  }
  return ranges
}

/** A value behind the given one. */
function behind(value: string | bigint | number): string | bigint | number {
  if (typeof value === 'string') return `${value}\u0000`
  return typeof value === 'bigint' ? value + 1n : value + Math.max(1, Math.abs(value))
}

/** Whether the newest values of the row fulfil all conditions; a missing value fulfils none. */
export const fulfils = ({ key, keyNames, cells }: TableRow, all: readonly Condition[]): boolean =>
  all.every(({ name, operator, value }) => {
    const at = keyNames.indexOf(name)
    const found = at >= 0 ? key[at] : cells.find((cell) => cell.name === name)?.value
    const order = orderOf(found, value)
    if (order === undefined) return false
    if (order === 0) return operator === '=' || operator === '<=' || operator === '>='
    if (operator === '!=') return true
    return order < 0 ? operator.startsWith('<') : operator.startsWith('>')
  })

/** Undefined for values that cannot be compared. */
function orderOf(found: FileValue | undefined, wanted: Condition['value']): number | undefined {
  if (typeof found === 'string' && typeof wanted === 'string')
    return Buffer.compare(Buffer.from(found), Buffer.from(wanted))
  if (typeof found === 'boolean' && typeof wanted === 'boolean')
    return Number(found) - Number(wanted)
  if (!isNumber(found) || !isNumber(wanted)) return undefined
  return found < wanted ? -1 : found > wanted ? 1 : 0
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
