/** How a field's bytes are framed (protocol buffers' encoding guide). */
export const WireType = {
  VARINT: 0,
  FIXED64: 1,
  LENGTH_DELIMITED: 2,
  FIXED32: 5,
} as const

/** What stands before a field's value. */
export function tagOf(field: number, wireType: number): number {
  return field * 8 + wireType
}

export function fieldOf(tag: number): number {
  return tag >>> 3
}

export function wireTypeOf(tag: number): number {
  return tag & 7
}
