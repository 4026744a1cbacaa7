import type { ShownValue } from '@rowhouse/console-gate/shapes'
import type { ColumnType, KeyType, Value } from '@rowhouse/snippets'

const INT64_MAX = 2n ** 63n - 1n

export const isCut = (value: ShownValue): value is Extract<ShownValue, { bytes: number }> =>
  typeof value === 'object' && 'head' in value

export function typeOf(value: ShownValue): ColumnType {
  if (isCut(value)) return value.type
  if (typeof value === 'string') return 'STRING'
  if (typeof value === 'bigint') return 'INTEGER'
  if (typeof value === 'number') return 'DOUBLE'
  return typeof value === 'boolean' ? 'BOOLEAN' : 'BINARY'
}

/** The size of a value that is cut or binary; undefined for others. */
export function bytesOf(value: ShownValue): number | undefined {
  if (isCut(value)) return value.bytes
  return value instanceof Uint8Array ? value.length : undefined
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function bytesOfHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/i, '').replace(/\s/g, '')
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function integerOf(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,20}$/.test(text.trim())) return undefined
  const value = BigInt(text.trim().replace(/^\+/, ''))
  return value >= -INT64_MAX - 1n && value <= INT64_MAX ? value : undefined
}

/** The value of a key's column as it was typed; undefined when it is none. */
export function parseKeyValue(type: KeyType, text: string): Value | undefined {
  if (type === 'STRING') return text
  return type === 'INTEGER' ? integerOf(text) : bytesOfHex(text)
}

/** A value as it was typed into a field of its type; undefined when it is none. */
export function parseValue(type: ColumnType, text: string): Value | undefined {
  if (type === 'BOOLEAN') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type !== 'DOUBLE') return parseKeyValue(type, text)
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

/** The text of a value in a field that parseValue reads. */
export function textOf(value: Value): string {
  return value instanceof Uint8Array ? hexOf(value) : String(value)
}

/** A value in one line, for the grid. */
export function lineOf(value: ShownValue): string {
  if (isCut(value)) return typeof value.head === 'string' ? oneLine(value.head) : ''
  if (value instanceof Uint8Array) return ''
  return typeof value === 'string' ? oneLine(value) : String(value)
}

const LINE_LETTERS = 300

const oneLine = (text: string): string => text.slice(0, LINE_LETTERS).replace(/\s+/g, ' ')
