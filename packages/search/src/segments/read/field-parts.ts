import type { TermDictionary } from '../field-reader.js'
import { Lazy } from './lazy.js'
import { PackedDictionary } from './packed-dictionary.js'
import { PackedPostings } from './packed-postings.js'
import type { SectionArrays } from './section-arrays.js'

/** The name of a field's section by its part. */
export type Part = (part: string) => string

export const lazyPresent = (arrays: SectionArrays, part: Part): Lazy<Uint32Array | undefined> =>
  new Lazy(() => arrays.optionalWords(part('present')))

export const lazyDictionary = (
  arrays: SectionArrays,
  size: number,
  part: Part,
): Lazy<TermDictionary> =>
  new Lazy(
    () =>
      new PackedDictionary(size, arrays.bytes(part('terms')), arrays.words(part('term-blocks'))),
  )

export const lazyPostings = (
  arrays: SectionArrays,
  part: Part,
  isText: boolean,
): Lazy<PackedPostings> =>
  new Lazy(() => {
    const details = new Lazy(() => arrays.words(part('details')))
    const frequencies = new Lazy(() => arrays.words(part('frequencies')))
    const positions = new Lazy(() => arrays.words(part('positions')))
    const occurrences = {
      details: () => details.value,
      frequencies: () => frequencies.value,
      positions: () => positions.value,
    }
    return new PackedPostings({
      lists: arrays.words(part('lists')),
      postings: arrays.words(part('postings')),
      occurrences: isText ? occurrences : undefined,
    })
  })
