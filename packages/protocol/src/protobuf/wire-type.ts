/** How a field's bytes are framed (protocol buffers' encoding guide). */
export const WireType = {
  VARINT: 0,
  FIXED64: 1,
  LENGTH_DELIMITED: 2,
  FIXED32: 5,
} as const
