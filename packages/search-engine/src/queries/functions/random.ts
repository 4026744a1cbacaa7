import type { RowFunction } from './row-function.js'

/** Another order for every search, the same all through one. */
export function compileRandom(): RowFunction {
  return ({ now }, { segment }) => {
    const seed = mix(segment.id ^ mix(now % 2 ** 32))
    return (document) => mix(seed ^ document) / 2 ** 32
  }
}

/** Spreads the bits of an integer over all others. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
