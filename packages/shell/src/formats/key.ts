import type { Key, KeyCell, KeyColumn, KeyMark } from '@rowhouse/snippets'
import { counted } from '@rowhouse/platform'
import { UseError } from '../errors.js'
import { listOf } from '../json/members.js'
import type { JsonList, JsonValue } from '../json/json-parser.js'
import { readJson } from '../json/read-json.js'
import { typedValue } from './values.js'

/** The key of a row: a JSON array in the order of the table's key; null for an auto-increment column. */
export const keyOf = (text: string, schema: readonly KeyColumn[]): Key =>
  keyOfValues(listOf(readJson(text, '--pk'), '--pk'), schema, '--pk')

export function keyOfValues(values: JsonList, schema: readonly KeyColumn[], where: string): Key {
  if (values.length !== schema.length) {
    throw new UseError(
      `${where} has ${counted(values.length, 'value')}; the key is ${describe(schema)}`,
    )
  }
  return schema.map((column, at) => cellOf(column, values[at] ?? null, where))
}

/** A bound of a range: columns that are null or left out are below or above all values. */
export function boundOf(
  text: string | undefined,
  schema: readonly KeyColumn[],
  where: '--begin' | '--end',
): Key {
  const values = text === undefined ? [null] : listOf(readJson(text, where), where)
  if (values.length > schema.length) {
    throw new UseError(
      `${where} has ${counted(values.length, 'value')}; the key is ${describe(schema)}`,
    )
  }
  let rest: KeyMark = { mark: where === '--end' && values.includes(null) ? 'max' : 'min' }
  if (values.length === 0 && where === '--end') rest = { mark: 'max' }
  return schema.map((column, at) => {
    const value = values[at] ?? null
    const isOpen = values.slice(0, at + 1).includes(null) || at >= values.length
    return isOpen
      ? { name: column.name, value: rest }
      : { name: column.name, value: typedValue(value, column.type, `${where} ${column.name}`) }
  })
}

function cellOf({ name, type, isAuto }: KeyColumn, value: JsonValue, where: string): KeyCell {
  if (value === null) {
    if (isAuto) return { name, value: { mark: 'auto' } }
    throw new UseError(`${where} lacks ${name}`)
  }
  return { name, value: typedValue(value, type, `${where} ${name}`) }
}

const describe = (schema: readonly KeyColumn[]): string =>
  schema
    .map(({ name, type, isAuto }) => `${name} ${isAuto ? 'auto' : type.toLowerCase()}`)
    .join(', ')
