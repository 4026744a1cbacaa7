import type { SearchVariant } from '@rowhouse/protocol'
import type { FieldLayout } from '../../schema/index-layout.js'
import { parseIpAddress, parseIpRange } from '../../values/ip-address.js'
import { queryError } from '../scope.js'
import type { TermBounds } from '../terms/dictionary-span.js'
import type { Bounds } from './numeric-bounds.js'

/** The term that a query's value means, or for a block of addresses its bounds. */
export function termBounds(field: FieldLayout, value: SearchVariant): TermBounds {
  const text = textOf(field, value)
  if (field.type !== 'IP') {
    const term = Buffer.from(text)
    return { from: term, to: term, includeLower: true, includeUpper: true }
  }
  const range = parseIpRange(text)
  if (range === undefined) throw noValue(field, text)
  return { from: range.first, to: range.last, includeLower: true, includeUpper: true }
}

export function rangeBounds(field: FieldLayout, bounds: Bounds): TermBounds {
  const { from, to, includeLower, includeUpper } = bounds
  return {
    from: from === undefined ? undefined : termOf(field, from),
    to: to === undefined ? undefined : termOf(field, to),
    includeLower,
    includeUpper,
  }
}

function termOf(field: FieldLayout, value: SearchVariant): Uint8Array {
  const text = textOf(field, value)
  if (field.type !== 'IP') return Buffer.from(text)
  const address = parseIpAddress(text)
  if (address === undefined) throw noValue(field, text)
  return address
}

function textOf(field: FieldLayout, value: SearchVariant): string {
  if (typeof value === 'string') return value
  throw noValue(field, String(value))
}

function noValue({ name, type }: FieldLayout, text: string): Error {
  return queryError(
    `field_name:${name} type:${type.toLowerCase()} has no value ${JSON.stringify(text)}`,
  )
}
