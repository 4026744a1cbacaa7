import type { TermDictionary } from '../field-reader.js'
import type { Derived } from '../segment-reader.js'
import { areGramsWorth, makeGrams, openGrams } from './block-grams.js'
import { ColdDictionary } from './cold-dictionary.js'
import { type GramsOf, PackedDictionary } from './packed-dictionary.js'
import type { SectionArrays } from './section-arrays.js'

/** The sections that a dictionary consists of. */
export interface DictionarySections {
  readonly terms: string
  readonly blocks: string
}

export const openDictionary = (
  arrays: SectionArrays,
  size: number,
  sections: DictionarySections,
): TermDictionary => {
  const terms = arrays.parts.bytes(sections.terms)
  if (terms instanceof Uint8Array) {
    const grams = keptGrams(arrays.derived, sections.terms)
    return new PackedDictionary(size, terms, arrays.words(sections.blocks), grams)
  }
  return new ColdDictionary(size, terms, arrays.parts.words(sections.blocks))
}

const keptGrams =
  (derived: Derived | undefined, name: string): GramsOf =>
  (blocks, offsets) => {
    if (derived === undefined || !areGramsWorth(blocks)) return undefined
    const made = derived.get(`grams\0${name}`, (checkTime) => makeGrams(blocks, offsets, checkTime))
    return made && openGrams(made, offsets.length)
  }
