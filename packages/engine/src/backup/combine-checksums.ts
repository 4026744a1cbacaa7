/** CRC-32's polynomial without its highest term. In all polynomials here the highest bit is x^0. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x8000_0000
const BYTE = 0x0080_0000
const LENGTH_BITS = 32

/**
 * Combines the CRC-32 of some bytes with that of the bytes that follow, so that verified bytes need not be
 * summed again.
 */
export function combineChecksums(first: number, second: number, secondBytes: number): number {
  let shifted = first
  let bit = 0
  for (let length = secondBytes; length > 0; length = Math.floor(length / 2)) {
    if (length % 2 === 1) shifted = multiplied(POWERS[bit] ?? ONE, shifted)
    bit++
  }
  return (shifted ^ second) >>> 0
}

/** The product of two polynomials modulo CRC-32's. */
function multiplied(one: number, other: number): number {
  let product = 0
  let shifted = other
  for (let rest = one; rest !== 0; rest <<= 1) {
    if (rest < 0) product ^= shifted
    shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1))
  }
  return product
}

/** The factors by which 1, 2, 4, 8 … bytes of zeros multiply a checksum. */
const POWERS: readonly number[] = Array.from({ length: LENGTH_BITS }).reduce<number[]>((powers) => {
  const last = powers.at(-1)
  return [...powers, last === undefined ? BYTE : multiplied(last, last)]
}, [])
