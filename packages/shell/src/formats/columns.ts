import type { ColumnCell } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { Members, listOf } from '../json/members.js'
import type { JsonValue } from '../json/json-parser.js'
import { readJson } from '../json/read-json.js'
import { plainValue, typeNamed, typedValue } from './values.js'

/** Parses `[{"c":"name","v":"x"},{"c":"n","v":1,"isint":true},{"c":"b","v":"YWI=","t":"binary"}]`. */
export const columnsOf = (text: string, where = '--attr'): readonly ColumnCell[] =>
  listOf(readJson(text, where), where).map((column) => columnOf(column, where))

export function columnOf(json: JsonValue, where: string): ColumnCell {
  const members = new Members(json, `a column of ${where}`)
  const name = members.needText('C')
  const value = members.need('V')
  const type = members.text('T')
  const timestamp = members.get('TS')
  if (timestamp !== undefined && typeof timestamp !== 'bigint') {
    throw new UseError(`ts of ${name} is no time in milliseconds`)
  }
  const isInteger = type === undefined && members.flag('IsInt') === true
  const typed =
    type !== undefined || isInteger
      ? typedValue(value, isInteger ? 'INTEGER' : typeNamed(type ?? '', `t of ${name}`), name)
      : plainValue(value, name)
  return { name, value: typed, ...(timestamp !== undefined && { timestamp }) }
}

/** Names of columns, separated by commas. */
export const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
