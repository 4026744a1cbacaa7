import { plainField } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Analyzer } from '../../analyzers/analyzer.js'
import { createFuzzyAnalyzer } from '../../analyzers/fuzzy.js'
import { createSingleWordAnalyzer } from '../../analyzers/single-word.js'
import { createSplitAnalyzer } from '../../analyzers/split.js'
import { indexSchema } from '../../queries/testing/sample-index.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'
import { ByteSink } from '../format/byte-sink.js'
import { SegmentWriter } from '../format/segment-writer.js'
import { TextBuilder } from './text-builder.js'

const field = compileIndexLayout(indexSchema(plainField('t', 'TEXT')), []).rows.fields[0]
if (field === undefined) throw new Error('the layout has its field')

const written = (builder: TextBuilder, documents: number): Buffer => {
  const sink = new ByteSink()
  const writer = new SegmentWriter(sink)
  const numbers = Uint32Array.from({ length: documents }, (_, document) => document)
  builder.write(writer, { documents, origins: [{ numbers }] })
  writer.finish()
  return Buffer.from(sink.take())
}

const ascii = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  fc.array(fc.constantFrom('Ab', 'a1', '22', ' ', '_', 'x'.repeat(200)), { maxLength: 8 }),
)
const text = ascii.map((parts) => (typeof parts === 'string' ? parts : parts.join('')))

const analyzers: readonly (readonly [string, Analyzer])[] = [
  ['single words', createSingleWordAnalyzer()],
  ['single words in their case', createSingleWordAnalyzer({ caseSensitive: true })],
  ['words apart from digits', createSingleWordAnalyzer({ delimitWord: true })],
  ['parts at whitespace', createSplitAnalyzer()],
  ['parts in their case', createSplitAnalyzer({ delimiter: ' ', caseSensitive: true })],
]

test.each(analyzers)('%s has the same tokens for ASCII bytes as for the text', (_, analyzer) => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), (texts) => {
      const ofTexts = new TextBuilder(field, analyzer)
      const ofBytes = new TextBuilder(field, analyzer)
      for (const [document, value] of texts.entries()) {
        ofTexts.add(document, [value])
        const bytes = Buffer.from(`9${value}9`)
        expect(ofBytes.addAscii(document, bytes, 1, bytes.length - 1)).toBe(true)
      }
      const expected = written(ofTexts, texts.length)
      expect(written(ofBytes, texts.length).equals(expected)).toBe(true)
    }),
  )
})

test('other bytes and other analyzers are refused', () => {
  const words = new TextBuilder(field, createSingleWordAnalyzer())
  expect(words.addAscii(0, Buffer.from('é'), 0, 2)).toBe(false)
  const grams = new TextBuilder(field, createFuzzyAnalyzer())
  const parts = new TextBuilder(field, createSplitAnalyzer({ delimiter: ',' }))
  for (const builder of [grams, parts]) {
    expect(builder.takesAscii).toBe(false)
    expect(builder.addAscii(0, Buffer.from('a'), 0, 1)).toBe(false)
  }
})
