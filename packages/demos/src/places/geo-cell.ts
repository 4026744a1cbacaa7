import type { Place } from './geometry.js'

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz'
const BITS = 5

/** The cell of the globe that a place is in: each letter halves it five times, east and north in turn. */
export function geohashOf({ latitude, longitude }: Place, letters: number): string {
  const east = { low: -180, high: 180, value: longitude }
  const north = { low: -90, high: 90, value: latitude }
  let hash = ''
  let isEast = true
  for (let letter = 0; letter < letters; letter += 1) {
    let bits = 0
    for (let bit = 0; bit < BITS; bit += 1) {
      const axis = isEast ? east : north
      const middle = (axis.low + axis.high) / 2
      const isUpper = axis.value >= middle
      bits = bits * 2 + (isUpper ? 1 : 0)
      if (isUpper) axis.low = middle
      else axis.high = middle
      isEast = !isEast
    }
    hash += LETTERS.charAt(bits)
  }
  return hash
}

/** The corners of a cell, and its middle. */
export function cellOfGeohash(hash: string): GeohashCell {
  const east = { low: -180, high: 180 }
  const north = { low: -90, high: 90 }
  let isEast = true
  for (const letter of hash) {
    const bits = LETTERS.indexOf(letter)
    for (let bit = BITS - 1; bit >= 0; bit -= 1) {
      const axis = isEast ? east : north
      const middle = (axis.low + axis.high) / 2
      if (((bits >> bit) & 1) === 1) axis.low = middle
      else axis.high = middle
      isEast = !isEast
    }
  }
  const place = (latitude: number, longitude: number): Place => ({ latitude, longitude })
  return {
    topLeft: place(north.high, east.low),
    bottomRight: place(north.low, east.high),
    middle: place((north.low + north.high) / 2, (east.low + east.high) / 2),
  }
}

interface GeohashCell {
  readonly topLeft: Place
  readonly bottomRight: Place
  readonly middle: Place
}
