import type { InParts, NumbersInParts, OrdinalsInParts, WordsInParts } from '../field-reader.js'
import type { Derived } from '../segment-reader.js'
import type { OrdinalBytes, PackedOrdinals } from '../format/packed-ordinals.js'
import type { NumberEncoding } from '../format/segment-summary.js'
import { ColdArray } from './cold-array.js'
import type { Evictions } from './kept-readers.js'
import { SegmentDamagedError } from './segment-damaged-error.js'
import type { SectionSource } from './section-source.js'

/** Sections as typed arrays, without copying. */
export interface SectionArrays extends Evictions {
  bytes(name: string): Uint8Array
  optionalBytes(name: string): Uint8Array | undefined
  words(name: string): Uint32Array
  ordinals(name: string, bytes: OrdinalBytes): PackedOrdinals
  optionalWords(name: string): Uint32Array | undefined
  integers(name: string): Int32Array
  longs(name: string): BigInt64Array
  doubles(name: string): Float64Array
  optionalDoubles(name: string): Float64Array | undefined
  floats(name: string): Float32Array
  /** For readers that need only parts of large sections; the array itself where it is in memory. */
  readonly parts: PartArrays
  /** The cached sections that are derived from these. */
  readonly derived: Derived | undefined
}

export interface PartArrays {
  bytes(name: string): Uint8Array | ColdArray<number, Uint8Array>
  words(name: string): WordsInParts
  ordinals(name: string, bytes: OrdinalBytes): OrdinalsInParts
  integers(name: string): InParts<number, Int32Array>
  numbers(name: string, encoding: NumberEncoding): NumbersInParts
}

export const createSectionArrays = (source: SectionSource, derived?: Derived): SectionArrays => {
  const needed = (name: string): Uint8Array => {
    const section = source.section(name)
    if (section === undefined) throw new SegmentDamagedError(source.file, name, 'is missing')
    return section
  }
  return {
    get evictions() {
      return source.evictions
    },
    onNextEviction: (listener) => source.onNextEviction(listener),
    parts: createPartArrays(source),
    derived,
    bytes: needed,
    optionalBytes: (name) => source.section(name),
    words: (name) => wordsOf(needed(name)),
    ordinals: (name, bytes) => {
      if (bytes === 1) return needed(name)
      return bytes === 2 ? halvesOf(needed(name)) : wordsOf(needed(name))
    },
    optionalWords: (name) => {
      const section = source.section(name)
      return section === undefined ? undefined : wordsOf(section)
    },
    integers: (name) => integersOf(needed(name)),
    longs: (name) => longsOf(needed(name)),
    doubles: (name) => doublesOf(needed(name)),
    optionalDoubles: (name) => {
      const section = source.section(name)
      return section === undefined ? undefined : doublesOf(section)
    },
    floats: (name) => {
      const { buffer, byteOffset, byteLength } = needed(name)
      return new Float32Array(buffer, byteOffset, byteLength / 4)
    },
  }
}

const createPartArrays = (source: SectionSource): PartArrays => {
  const open = <Value, Packed extends InParts<Value, Packed> & ArrayLike<Value>>(
    name: string,
    elementBytes: number,
    view: (bytes: Uint8Array) => Packed,
  ): Packed | ColdArray<Value, Packed> => {
    const section = source.parts(name)
    if (section === undefined) throw new SegmentDamagedError(source.file, name, 'is missing')
    if (section instanceof Uint8Array) return view(section)
    return new ColdArray<Value, Packed>(section, elementBytes, view)
  }
  return {
    bytes: (name) => open<number, Uint8Array>(name, 1, (bytes) => bytes),
    words: (name) => open<number, Uint32Array>(name, 4, wordsOf),
    ordinals: (name, bytes) => {
      if (bytes === 1) return open<number, Uint8Array>(name, 1, (section) => section)
      return bytes === 2
        ? open<number, Uint16Array>(name, 2, halvesOf)
        : open<number, Uint32Array>(name, 4, wordsOf)
    },
    integers: (name) => open<number, Int32Array>(name, 4, integersOf),
    numbers: (name, encoding) => {
      if (encoding === 'int32') return open<number, Int32Array>(name, 4, integersOf)
      return encoding === 'int64'
        ? open<bigint, BigInt64Array>(name, 8, longsOf)
        : open<number, Float64Array>(name, 8, doublesOf)
    },
  }
}

const halvesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength / 2)

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

const integersOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array =>
  new Int32Array(buffer, byteOffset, byteLength / 4)

const longsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): BigInt64Array =>
  new BigInt64Array(buffer, byteOffset, byteLength / 8)

const doublesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array =>
  new Float64Array(buffer, byteOffset, byteLength / 8)
