/** The bytes of a number on the wire. */
export function varintLength(value: number): number {
  if (value < 0x80) return 1
  if (value < 0x4000) return 2
  if (value < 0x200000) return 3
  return value < 0x10000000 ? 4 : 5
}
