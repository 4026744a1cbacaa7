/** Numbers of terms, in as many bytes as the number of terms takes. */
export type PackedOrdinals = Uint8Array | Uint16Array | Uint32Array

/** Bytes of each. */
export type OrdinalBytes = 1 | 2 | 4

/** A copy, unless four bytes are needed. */
export const packOrdinals = (ordinals: Uint32Array, terms: number): PackedOrdinals => {
  if (terms <= 2 ** 8) return new Uint8Array(ordinals)
  return terms <= 2 ** 16 ? new Uint16Array(ordinals) : ordinals
}

export const ordinalBytesOf = (ordinals: PackedOrdinals): OrdinalBytes => {
  if (ordinals instanceof Uint8Array) return 1
  return ordinals instanceof Uint16Array ? 2 : 4
}
