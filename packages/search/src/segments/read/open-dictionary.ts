import type { TermDictionary } from '../field-reader.js'
import { ColdDictionary } from './cold-dictionary.js'
import { PackedDictionary } from './packed-dictionary.js'
import type { SectionArrays } from './section-arrays.js'

/** The sections of a dictionary. */
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
  if (terms instanceof Uint8Array)
    return new PackedDictionary(size, terms, arrays.words(sections.blocks))
  return new ColdDictionary(size, terms, arrays.parts.words(sections.blocks))
}
