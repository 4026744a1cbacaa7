import type { InParts, TermDictionary, WordsInParts } from '../field-reader.js'
import { ColdArray } from './cold-array.js'
import { Lazy } from './lazy.js'
import { openDictionary } from './open-dictionary.js'
import { PackedPostings } from './packed-postings.js'
import type { SectionArrays } from './section-arrays.js'

/** Maps a part of a field to the name of its section. */
export type Part = (part: string) => string

export const lazyPresent = (arrays: SectionArrays, part: Part): Lazy<Uint32Array | undefined> =>
  new Lazy(() => arrays.optionalWords(part('present')))

/** Undefined where the array itself is in memory. */
export const unlessWhole = <Value, Packed>(
  parts: InParts<Value, Packed>,
): InParts<Value, Packed> | undefined => (parts instanceof ColdArray ? parts : undefined)

export const lazyDictionary = (
  arrays: SectionArrays,
  size: number,
  part: Part,
): Lazy<TermDictionary> =>
  new Lazy(() =>
    openDictionary(arrays, size, { terms: part('terms'), blocks: part('term-blocks') }),
  )

export const lazyPostings = (
  arrays: SectionArrays,
  part: Part,
  isText: boolean,
): Lazy<PackedPostings> =>
  new Lazy(() => {
    const words = (name: string): Lazy<WordsInParts> =>
      new Lazy(() => arrays.parts.words(part(name)))
    const details = words('details')
    const frequencies = words('frequencies')
    const positions = words('positions')
    const occurrences = {
      details: () => details.value,
      frequencies: () => frequencies.value,
      positions: () => positions.value,
    }
    return new PackedPostings({
      lists: arrays.parts.words(part('lists')),
      postings: arrays.parts.words(part('postings')),
      occurrences: isText ? occurrences : undefined,
    })
  })
