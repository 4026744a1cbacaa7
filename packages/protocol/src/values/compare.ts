import { type Variant, VariantType } from './variant.js'

/**
 * Orders two values of one type as the service does: numbers by value, booleans false before true,
 * strings and binaries by their bytes (a prefix first). Only the sign of the result has a meaning.
 */
export function compareVariants(a: Variant, b: Variant): number {
  switch (a[0]) {
    case VariantType.INTEGER:
      return compareIntegers(a, b)
    case VariantType.DOUBLE:
      return compareNumbers(a.readDoubleLE(1), b.readDoubleLE(1))
    case VariantType.BOOLEAN:
      return (a[1] ?? 0) - (b[1] ?? 0)
    case VariantType.STRING:
    case VariantType.BLOB:
      return a.compare(b, 5, b.length, 5, a.length)
    default:
      return 0
  }
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Little-endian signed 64 bits: the upper half decides, signed; then the lower, unsigned. */
function compareIntegers(a: Variant, b: Variant): number {
  const high = a.readInt32LE(5) - b.readInt32LE(5)
  return high !== 0 ? high : a.readUInt32LE(1) - b.readUInt32LE(1)
}

/**
 * Orders two strings by their UTF-8 bytes. UTF-16 code units give the same order except for surrogates,
 * which stand for code points above all others and so must compare above U+E000..U+FFFF.
 */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return lifted(x) - lifted(y)
  }
  return a.length - b.length
}

function lifted(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}
