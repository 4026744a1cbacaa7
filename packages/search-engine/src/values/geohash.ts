import type { GeoBox } from './geo-encoding.js'

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz'
const BITS = 5

/** Bits of longitude and latitude in a hash of so many characters: longitude has the odd one. */
const bitsOf = (length: number): { lonBits: number; latBits: number } => ({
  lonBits: Math.ceil((length * BITS) / 2),
  latBits: Math.floor((length * BITS) / 2),
})

/** The number of a cell along one axis; the last cell holds the upper end too. */
const cellOf = (degrees: number, half: number, bits: number): number =>
  Math.min(Math.floor(((degrees + half) / (2 * half)) * 2 ** bits), 2 ** bits - 1)

/** The hash of the cell of 1 to 12 characters in which a point lies. */
export const encodeGeohash = (lat: number, lon: number, length: number): string => {
  const { lonBits, latBits } = bitsOf(length)
  return hashOfCell(cellOf(lat, 90, latBits), cellOf(lon, 180, lonBits), length)
}

/** From the numbers of the cell along both axes. */
export const hashOfCell = (latCell: number, lonCell: number, length: number): string => {
  let { lonBits, latBits } = bitsOf(length)
  let hash = ''
  let isLon = true
  for (let character = 0; character < length; character++) {
    let value = 0
    for (let bit = 0; bit < BITS; bit++) {
      const cell = isLon ? lonCell : latCell
      const rank = isLon ? --lonBits : --latBits
      value = value * 2 + (Math.floor(cell / 2 ** rank) % 2)
      isLon = !isLon
    }
    hash += ALPHABET[value]
  }
  return hash
}

/** The edges of a cell, or undefined if it is no geohash. */
export const boxOfGeohash = (hash: string): GeoBox | undefined => {
  const { lonBits, latBits } = bitsOf(hash.length)
  let lonCell = 0
  let latCell = 0
  let isLon = true
  for (const character of hash) {
    const value = ALPHABET.indexOf(character)
    if (value === -1) return undefined
    for (let bit = BITS - 1; bit >= 0; bit--) {
      const set = (value >> bit) & 1
      if (isLon) lonCell = lonCell * 2 + set
      else latCell = latCell * 2 + set
      isLon = !isLon
    }
  }
  const lonSize = 360 / 2 ** lonBits
  const latSize = 180 / 2 ** latBits
  return {
    minLat: latCell * latSize - 90,
    maxLat: (latCell + 1) * latSize - 90,
    minLon: lonCell * lonSize - 180,
    maxLon: (lonCell + 1) * lonSize - 180,
  }
}
