import { errors } from '@rowhouse/protocol'
import type { KeyValue } from './field-keys.js'

/** The keys of the last group of a page; null for a missing value. */
export type CompositeKeys = readonly (KeyValue | null)[]

/** Tags of text, integers and doubles, so that each key is read back with its type. */
const TEXT = 't'
const INTEGER = 'i'
const DOUBLE = 'd'

export function encodeCompositeToken(keys: CompositeKeys): string {
  const texts = keys.map((key) => {
    if (key === null) return null
    if (typeof key === 'string') return TEXT + key
    return (Number.isInteger(key) || typeof key === 'bigint' ? INTEGER : DOUBLE) + wide(key)
  })
  return Buffer.from(JSON.stringify(texts)).toString('base64url')
}

function wide(key: number | bigint): string {
  return Number.isInteger(key) ? String(BigInt(key)) : String(key)
}

/** Decodes `count` keys, the number of the request's sources. */
export function decodeCompositeToken(token: string, isText: readonly boolean[]): CompositeKeys {
  const parsed = parse(Buffer.from(token, 'base64url').toString())
  if (!Array.isArray(parsed) || parsed.length !== isText.length) throw invalidToken(token)
  return parsed.map((text: unknown, source) => {
    if (text === null) return null
    const key = typeof text === 'string' ? keyOf(text) : undefined
    if (key === undefined || (typeof key === 'string') !== isText[source]) {
      throw invalidToken(token)
    }
    return key
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DIGITS = /^-?\d{1,400}$/

function keyOf(text: string): KeyValue | undefined {
  const rest = text.slice(1)
  switch (text[0]) {
    case TEXT:
      return rest
    case INTEGER:
      return DIGITS.test(rest) ? BigInt(rest) : undefined
    case DOUBLE:
      return Number(rest)
    default:
      return undefined
  }
}

function invalidToken(token: string): Error {
  return errors.invalidSearchParameter('group_by_composite.next_token', token)
}
