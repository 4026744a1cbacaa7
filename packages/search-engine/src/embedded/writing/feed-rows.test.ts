import { stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PartBuilder } from '../../indexes/part-builder.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import type { RowImage } from '../../search-engine.js'
import { feedImages, feedPacked } from './feed-rows.js'
import { encodeImages } from '../../images/image-batch.js'
import { packedFormat } from '../packed-format.js'

const column = fc.record({
  name: fc.constantFrom('l', 'k', 't', 'n', 'stranger'),
  value: fc.string().map((value) => stringVariant(value)),
})
const image: fc.Arbitrary<RowImage> = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd').map((key) => Buffer.from(key)),
  columns: fc.option(fc.uniqueArray(column, { selector: ({ name }) => name }), { nil: undefined }),
  expiresAt: fc.option(fc.nat(), { nil: undefined }),
})

test('images make the same part, packed or not', () => {
  const format = packedFormat(sampleLayout, sampleAnalyzers, new SectionCache(0))
  fc.assert(
    fc.property(fc.array(image), (images) => {
      const [given, packed] = [format, format].map((one) => new PartBuilder(one.builder()))
      if (given === undefined || packed === undefined) throw new Error('two builders')
      feedImages(images, given)
      feedPacked(encodeImages(images), packed)
      expect(packed.images).toBe(given.images)
      expect(packed.finish()).toEqual(given.finish())
    }),
  )
})
