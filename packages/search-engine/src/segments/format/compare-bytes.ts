import { outOfRange } from '@rowhouse/platform'

/** Negative, zero or positive, byte by byte; a prefix is less. */
export const compareBytes = (
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number => {
  const common = Math.min(aTo - aFrom, bTo - bFrom)
  for (let index = 0; index < common; index++) {
    const difference = (a[aFrom + index] ?? outOfRange()) - (b[bFrom + index] ?? outOfRange())
    if (difference !== 0) return difference
  }
  return aTo - aFrom - (bTo - bFrom)
}

export const compareWhole = (a: Uint8Array, b: Uint8Array): number =>
  compareBytes(a, 0, a.length, b, 0, b.length)
