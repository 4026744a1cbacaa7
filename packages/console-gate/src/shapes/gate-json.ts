/**
 * JSON that keeps what JSON cannot say: an INTEGER is `{"$integer":"12"}`, bytes are
 * `{"$binary":"<base64>"}`, and a double that is no number is `{"$double":"NaN"}`. Both sides of the gate
 * use it.
 */
export type GateValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly GateValue[]
  | { readonly [name: string]: GateValue }

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export class GateJsonError extends Error {
  override readonly name = 'GateJsonError'
}

/** Members that are undefined are left out. Throws GateJsonError for functions and symbols. */
export const writeGateJson = (value: unknown): string => JSON.stringify(toJson(value))

/** Throws GateJsonError for a text that is no JSON, or has a mark with a wrong value. */
export function readGateJson(text: string): GateValue {
  return fromJson(parseJson(text))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new GateJsonError('this is no JSON')
  }
}

function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return { $integer: value.toString() }
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $double: String(value) }
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'object') throw new GateJsonError(`a ${typeof value} has no form in JSON`)
  if (value instanceof Uint8Array) return { $binary: toBase64(value) }
  if (Array.isArray(value)) return value.map(toJson)
  const json: { [name: string]: Json } = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) json[name] = toJson(member)
  }
  return json
}

function fromJson(json: unknown): GateValue {
  if (Array.isArray(json)) return json.map(fromJson)
  if (json === null || typeof json === 'string') return json
  if (typeof json === 'number' || typeof json === 'boolean') return json
  if (typeof json !== 'object') throw new GateJsonError('this is no JSON')
  const value: { [name: string]: GateValue } = {}
  for (const [name, member] of Object.entries(json)) {
    const marked = markedValue(name, member)
    if (marked !== undefined) return marked
    value[name] = fromJson(member)
  }
  return value
}

function markedValue(name: string, json: unknown): GateValue {
  if (name === '$integer') return integerOf(json)
  if (name === '$binary') return binaryOf(json)
  return name === '$double' ? doubleOf(json) : undefined
}

function integerOf(json: unknown): bigint {
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) return BigInt(json)
  throw new GateJsonError('$integer needs the digits of a whole number')
}

function binaryOf(json: unknown): Uint8Array {
  if (typeof json === 'string') {
    try {
      return Uint8Array.from(atob(json), (letter) => letter.charCodeAt(0))
    } catch {
      // Told below.
    }
  }
  throw new GateJsonError('$binary needs base64')
}

function doubleOf(json: unknown): number {
  if (json === 'NaN' || json === 'Infinity' || json === '-Infinity') return Number(json)
  throw new GateJsonError('$double is NaN, Infinity or -Infinity')
}

/** Pieces keep the number of arguments of one call small. */
const PIECE = 8_192

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return btoa(binary)
}
