import type { Selected } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { namesOf } from '../formats/columns.js'
import { type Flag, type Given, columnsFlag } from './command.js'

/** The flags for the columns and versions to read of each row. */
export const selectionFlags: readonly Flag[] = [
  columnsFlag,
  { name: 'max_version', kind: 'number', text: 'versions of a column, newest first (default: 1)' },
  { name: 'time_range_start', kind: 'number', text: 'versions from this time on, milliseconds' },
  { name: 'time_range_end', kind: 'number', text: 'versions before this time' },
  { name: 'time_range_specific', kind: 'number', text: 'versions of this time alone' },
]

const FIRST = 0n
const LAST = 9_223_372_036_854_775n

export function selectedOf(given: Given): Selected {
  const [from, to] = [given.big('time_range_start'), given.big('time_range_end')]
  const at = given.big('time_range_specific')
  const hasRange = from !== undefined || to !== undefined
  if (at !== undefined && hasRange) throw new UseError('give a range of times or one, not both')
  const range = hasRange ? { from: from ?? FIRST, to: to ?? LAST } : undefined
  return {
    columns: namesOf(given.text('columns')),
    maxVersions: given.integer('max_version'),
    time: at === undefined ? range : { at },
  }
}
