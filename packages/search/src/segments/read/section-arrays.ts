import type { LetsGo } from './kept-readers.js'
import { SegmentDamagedError } from './segment-damaged-error.js'
import type { SectionSource } from './section-source.js'

/** Sections as typed arrays, without copying. */
export interface SectionArrays extends LetsGo {
  bytes(name: string): Uint8Array
  words(name: string): Uint32Array
  optionalWords(name: string): Uint32Array | undefined
  integers(name: string): Int32Array
  longs(name: string): BigInt64Array
  doubles(name: string): Float64Array
  optionalDoubles(name: string): Float64Array | undefined
  floats(name: string): Float32Array
}

export const createSectionArrays = (source: SectionSource): SectionArrays => {
  const needed = (name: string): Uint8Array => {
    const section = source.section(name)
    if (section === undefined) throw new SegmentDamagedError(source.file, name, 'is missing')
    return section
  }
  return {
    onLetGo: (listener) => source.onLetGo(listener),
    bytes: needed,
    words: (name) => wordsOf(needed(name)),
    optionalWords: (name) => {
      const section = source.section(name)
      return section === undefined ? undefined : wordsOf(section)
    },
    integers: (name) => {
      const { buffer, byteOffset, byteLength } = needed(name)
      return new Int32Array(buffer, byteOffset, byteLength / 4)
    },
    longs: (name) => {
      const { buffer, byteOffset, byteLength } = needed(name)
      return new BigInt64Array(buffer, byteOffset, byteLength / 8)
    },
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

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

const doublesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array =>
  new Float64Array(buffer, byteOffset, byteLength / 8)
