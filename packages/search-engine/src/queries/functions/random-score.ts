import type { RowFunction } from './row-function.js'

/** A random order, different for each search and stable within it. */
export function compileRandom(): RowFunction {
  return ({ now }, { segment }) => {
    const seed = mix(segment.id ^ mix(now % 2 ** 32))
    return (document) => mix(seed ^ document) / 2 ** 32
  }
}

/** Mixes the bits of an integer. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
