import type { SearchVariant } from '@rowhouse/protocol'
import type { FieldValue } from '../documents/document.js'
import type { FieldLayout } from '../schema/index-layout.js'
import { compileDateFormats } from '../values/date-formats.js'
import { createInstant, nanosecondsOf } from '../values/instant.js'
import { parseIpAddress, parseIpRange } from '../values/ip-address.js'

export interface NaiveRange {
  readonly from: SearchVariant | undefined
  readonly to: SearchVariant | undefined
  readonly includeLower: boolean
  readonly includeUpper: boolean
}

export function comparesWith(field: FieldLayout, value: FieldValue, asked: SearchVariant): boolean {
  if (field.type === 'IP' && value instanceof Uint8Array) {
    const range = parseIpRange(String(asked))
    if (range === undefined) throw new Error(`no address: ${asked}`)
    return Buffer.compare(value, range.first) >= 0 && Buffer.compare(value, range.last) <= 0
  }
  return compare(field, value, asked) === 0
}

export function isWithin(field: FieldLayout, value: FieldValue, range: NaiveRange): boolean {
  const { from, to, includeLower, includeUpper } = range
  if (from !== undefined) {
    const order = compare(field, value, from)
    if (order < 0 || (order === 0 && !includeLower)) return false
  }
  if (to === undefined) return true
  const order = compare(field, value, to)
  return order < 0 || (order === 0 && includeUpper)
}

/** JavaScript compares bigints with numbers exactly. */
function compare(field: FieldLayout, value: FieldValue, asked: SearchVariant): number {
  switch (field.type) {
    case 'LONG':
    case 'DOUBLE':
      return order(numeric(value), typeof asked === 'string' ? numberOf(asked) : numeric(asked))
    case 'BOOLEAN':
      return order(numeric(value), asked === true || asked === 'true' ? 1 : 0)
    case 'DATE':
      return order(numeric(value), nanoseconds(field, asked))
    case 'IP': {
      const address = parseIpAddress(String(asked))
      if (address === undefined || !(value instanceof Uint8Array)) throw new Error('no address')
      return Buffer.compare(value, address)
    }
    default:
      return Buffer.compare(Buffer.from(textOf(value)), Buffer.from(String(asked)))
  }
}

const order = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const numberOf = (text: string): number | bigint =>
  /^-?\d+$/.test(text) ? BigInt(text) : Number(text)

function numeric(value: FieldValue | SearchVariant): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  throw new Error('no number')
}

function nanoseconds({ dateFormats }: FieldLayout, asked: SearchVariant): bigint {
  const instant = createInstant()
  const formats = compileDateFormats(dateFormats)
  const isDate =
    typeof asked === 'string'
      ? formats?.readText(asked, instant)
      : formats?.readNumber(BigInt(asked), instant)
  if (isDate === true) return nanosecondsOf(instant)
  if (typeof asked === 'bigint') return asked
  throw new Error(`no date: ${asked}`)
}

/** `*` matches any sequence, `?` one character. */
export function naivePattern(pattern: string): RegExp {
  const parts = Array.from(pattern, (character) => {
    if (character === '*') return '.*'
    return character === '?' ? '.' : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 'su')
}

export function textOf(value: FieldValue): string {
  if (typeof value === 'string') return value
  throw new Error('no text')
}
