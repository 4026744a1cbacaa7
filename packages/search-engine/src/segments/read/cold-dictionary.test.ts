import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteSink } from '../format/byte-sink.js'
import { compareWhole } from '../format/compare-bytes.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { SegmentWriter } from '../format/segment-writer.js'
import { piecewiseSource } from '../testing/piecewise-source.js'
import { openDictionary } from './open-dictionary.js'
import { createSectionArrays } from './section-arrays.js'

/** A dictionary of which only small pieces are in memory. */
function coldDictionary(terms: readonly Uint8Array[]) {
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  for (const term of terms) dictionary.add(term, 0, term.length)
  const sections = dictionary.sections()
  const sink = new ByteSink()
  const writer = new SegmentWriter(sink)
  writer.section('terms', sections.terms)
  writer.section('blocks', sections.offsets)
  writer.finish()
  const arrays = createSectionArrays(piecewiseSource(sink.take()))
  return openDictionary(arrays, terms.length, { terms: 'terms', blocks: 'blocks' })
}

const words = fc
  .uniqueArray(fc.nat(1e6), { minLength: 1, maxLength: 2_000 })
  .map((numbers) =>
    numbers.map((number) => Buffer.from(`word ${number}`)).toSorted((a, b) => compareWhole(a, b)),
  )

test('terms are the same in any order of access, in steps ahead or back', () => {
  fc.assert(
    fc.property(words, fc.array(fc.integer({ min: -40, max: 60 })), (terms, steps) => {
      const dictionary = coldDictionary(terms)
      let ordinal = 0
      for (const step of steps) {
        ordinal = Math.min(terms.length - 1, Math.max(0, ordinal + step))
        const term = Buffer.from(dictionary.term(ordinal))
        expect(term).toEqual(terms[ordinal])
        const other = (ordinal * 7) % terms.length
        if (step % 5 === 0) expect(dictionary.find(terms[other] ?? term)).toBe(other)
        if (step % 7 === 0) expect(dictionary.find(Buffer.concat([term, term]))).toBe(-1)
        if (step % 9 === 0) {
          expect(dictionary.lowerBound(Buffer.concat([term, Buffer.alloc(1)]))).toBe(ordinal + 1)
        }
      }
    }),
  )
})
