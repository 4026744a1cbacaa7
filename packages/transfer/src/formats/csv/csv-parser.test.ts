import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParser, checkDialect, commonCsv } from './csv-parser.js'

const parse = (text: string, dialect = commonCsv): (string | null)[][] => {
  const parser = new CsvParser(dialect, 'a.csv')
  return [...parser.push(text), ...parser.end()]
}

test.each([
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,"b ""x"", y"\n', [['a', 'b "x", y']]],
  ['"two\nlines",2\n', [['two\nlines', '2']]],
  ['a,,""\n', [['a', null, '']]],
  ['\n\na\n\n', [['a']]],
  ['a,\n', [['a', null]]],
  ['say "hi",b\n', [['say "hi"', 'b']]],
  ['"a"b,c\n', [['ab', 'c']]],
  ['a\rb\n', [['a\rb']]],
])('%j is split into fields', (text, records) => expect(parse(text)).toEqual(records))

test('a dialect whose records could not be told apart is refused', () => {
  const refusal = (delimiter: string, quote: string) => () =>
    checkDialect({ delimiter, quote, nullText: '' })
  expect(refusal(',', '')).not.toThrow()
  expect(refusal(',,', '"')).toThrow('one character')
  expect(refusal(',', ',')).toThrow('two characters')
  expect(refusal('\n', '"')).toThrow('the end of a line')
})

test('a quote that is never closed is refused', () => {
  expect(() => parse('a,"b\nc\n')).toThrow('a quote in record 1 of a.csv has no end')
  expect(() => parse('a,b\n\nc,d\ne,"f\n')).toThrow('a quote in record 3 of a.csv has no end')
})

test('other dialects', () => {
  const dialect = { delimiter: '\t', quote: '', nullText: 'NULL' }
  expect(parse('"a"\tNULL\t\n', dialect)).toEqual([['"a"', null, '']])
})

test('the boundaries of pieces do not matter', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\r\n', '""') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
      const read = (pieces: readonly string[]) => {
        const parser = new CsvParser(commonCsv, 'a.csv')
        try {
          return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]
        } catch (error) {
          return String(error)
        }
      }
      const places = [0, ...cuts.filter((at) => at < whole.length), whole.length].sort(
        (a, b) => a - b,
      )
      const pieces = places.slice(1).map((end, i) => whole.slice(places[i], end))
      expect(read(pieces)).toEqual(read([whole]))
    }),
    { numRuns: 500 },
  )
})
