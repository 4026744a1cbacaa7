import fc from 'fast-check'
import { expect, test } from 'vitest'
import { designFromSample } from './design-from-sample.js'
import { createSplice } from './splice.js'

test('types, widths and characters come from the sample, with room for similar values', () => {
  const design = designFromSample([
    { name: 'device', values: ['16', '167'] },
    { name: 'change', values: ['-5', '12'] },
    { name: 'seller', values: ['a100', 'B3'] },
    { name: 'line', values: ['地铁五号线'] },
    { name: 'code', values: ['007'] },
  ])
  expect(design).toEqual({
    connector: ',',
    parts: [
      { name: 'device', type: 'integer', range: { min: 0n, max: 999n } },
      { name: 'change', type: 'integer', range: { min: -9n, max: 99n } },
      {
        name: 'seller',
        type: 'string',
        characters: [
          ['0', '9'],
          ['A', 'Z'],
          ['a', 'z'],
        ],
      },
      { name: 'line', type: 'string', characters: [['\u0080', '\ud7ff']] },
      { name: 'code', type: 'string', characters: [['0', '9']] },
    ],
  })
})

test('a design accepts every row of its sample', () => {
  const value = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '京', '\u{1f600}') }),
  )
  const sample = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(sample, (rows) => {
      const design = designFromSample([
        { name: 'a', values: rows.map(([a]) => a) },
        { name: 'b', values: rows.map(([, b]) => b) },
      ])
      const splice = createSplice(design)
      for (const [a, b] of rows) {
        const typed = [a, b].map((text, index) =>
          design.parts[index]?.type === 'integer' ? BigInt(text) : text,
        )
        const [first = '', second = ''] = typed
        expect(splice.split(splice.join({ a: first, b: second }))).toEqual({ a: first, b: second })
      }
    }),
  )
})

test('no connector is left when the columns use every character', () => {
  expect(() => designFromSample([{ name: 'a', values: ['\x01'] }])).toThrow('none is left')
})
