import { deserialize, serialize } from 'node:v8'

declare const packedType: unique symbol

/**
 * A value with 64-bit integers and bytes, packed for another thread of the same program, which
 * unpacks it.
 */
export interface Packed<T> {
  readonly bytes: Uint8Array
  readonly [packedType]?: T
}

export function pack<T extends object>(value: T): Packed<T> {
  return { bytes: serialize(value) }
}

export function unpack<T extends object>({ bytes }: Packed<T>): T {
  const value: unknown = deserialize(bytes)
  if (!isPacked<T>(value)) throw new Error('an object was packed')
  return value
}

function isPacked<T extends object>(value: unknown): value is T {
  return typeof value === 'object' && value !== null
}
