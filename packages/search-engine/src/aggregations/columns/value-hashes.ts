import { type Hash, createHash, hashBytes, hashHalves, outOfRange } from '@rowhouse/platform'
import type { FieldReader, NumericColumn, TermDictionary } from '../../segments/field-reader.js'
import type { PackedOrdinals } from '../../segments/format/packed-ordinals.js'
import { isExact } from './gather.js'

/**
 * Sets a hash to that of the value at a place of a column; equal values hash alike in all segments.
 */
export type HashOf = (index: number, hash: Hash) => void

/** Undefined when the field has no column. */
export function valueHashes(field: FieldReader): HashOf | undefined {
  switch (field.kind) {
    case 'numeric':
      return field.column && numberHashes(field.column)
    case 'terms':
      return field.column && termHashes(field.terms, field.column.ordinals)
    case 'geo': {
      const { latitudes, longitudes } = field.column
      return (index, hash) =>
        hashHalves(latitudes[index] ?? outOfRange(), longitudes[index] ?? outOfRange(), hash)
    }
    default:
      return undefined
  }
}

const TWO_32 = 2 ** 32

function numberHashes({ values, base, scale }: NumericColumn): HashOf {
  if (values instanceof Int32Array) {
    if (!isExact(base, scale)) {
      return (index, hash) => hashLong(base + scale * BigInt(values[index] ?? outOfRange()), hash)
    }
    const [numberBase, numberScale] = [Number(base), Number(scale)]
    return (index, hash) => {
      const value = numberBase + numberScale * (values[index] ?? outOfRange())
      hashHalves(Math.floor(value / TWO_32), value | 0, hash)
    }
  }
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  if (values instanceof BigInt64Array) {
    return (index, hash) =>
      hashHalves(words[index * 2 + 1] ?? outOfRange(), words[index * 2] ?? outOfRange(), hash)
  }
  return (index, hash) => {
    // Zero and minus zero are one value.
    if (values[index] === 0) hashHalves(0, 0, hash)
    else hashHalves(words[index * 2 + 1] ?? outOfRange(), words[index * 2] ?? outOfRange(), hash)
  }
}

/** The hash of an int64 that is in no column but stands for a missing value. */
export function hashLong(value: bigint, hash: Hash): void {
  hashHalves(Number(value >> 32n), Number(BigInt.asIntN(32, value)), hash)
}

export function hashDouble(value: number, hash: Hash): void {
  const words = new Int32Array(Float64Array.of(value === 0 ? 0 : value).buffer)
  hashHalves(words[1] ?? outOfRange(), words[0] ?? outOfRange(), hash)
}

export function hashText(text: string, hash: Hash): void {
  const bytes = Buffer.from(text)
  hashBytes(bytes, 0, bytes.length, hash)
}

/** All terms are hashed on the first call, because ascending access is cheapest. */
function termHashes(terms: TermDictionary, ordinals: PackedOrdinals): HashOf {
  let highs: Uint32Array | undefined
  let lows = new Uint32Array(0)
  return (index, hash) => {
    if (highs === undefined) {
      const made = new Uint32Array(terms.size)
      lows = new Uint32Array(terms.size)
      terms.scan(0, terms.size, (ordinal, term) => {
        hashBytes(term, 0, term.length, hash)
        made[ordinal] = hash.high
        lows[ordinal] = hash.low
        return true
      })
      highs = made
    }
    const ordinal = ordinals[index] ?? outOfRange()
    hash.high = highs[ordinal] ?? outOfRange()
    hash.low = lows[ordinal] ?? outOfRange()
  }
}

export function hashWith(fill: (hash: Hash) => void): Hash {
  const hash = createHash()
  fill(hash)
  return hash
}
