import { expect, it } from 'vitest'
import { orderByteStrings } from '../format/order-byte-strings.js'
import { createRandomNumbers } from '../testing/random-numbers.js'
import { TermTable } from './term-table.js'

const UNITS = [
  'a',
  'é',
  '沈',
  '\u{1f600}',
  '\ud83d',
  '\ude00',
  '\0',
  '\u07ff',
  '\u0800',
  '\uffff',
] as const

const COMPLEMENTS = Uint8Array.from({ length: 256 }, (_, byte) => byte ^ 0xff)

it('numbers terms by their UTF-8 bytes, and sorts them', () => {
  const random = createRandomNumbers(3)
  const table = new TermTable()
  const numbers = new Map<string, number>()
  for (let count = 0; count < 20_000; count++) {
    const length = random.pick([0, 1, 2, 3, 7, 30])
    let term = ''
    while (term.length < length) term += random.pick(UNITS)
    const hex = Buffer.from(term).toString('hex')
    const number = numbers.get(hex) ?? numbers.size
    numbers.set(hex, number)
    expect(table.addText(`x${term}y`, 1, term.length + 1)).toBe(number)
    const bytes = Buffer.from(`x${term}y`)
    expect(table.addBytes(bytes, 1, bytes.length - 1)).toBe(number)
    const turned = bytes.map((byte) => byte ^ 0xff)
    expect(table.addFolded(turned, 1, bytes.length - 1, COMPLEMENTS)).toBe(number)
  }
  expect(table.size).toBe(numbers.size)
  const ids = Uint32Array.from({ length: table.size }, (_, number) => number)
  const strings = table.strings()
  orderByteStrings(strings, ids)
  const sorted = Array.from(ids, (id) =>
    Buffer.from(strings.bytes.subarray(strings.starts[id], strings.starts[id + 1])).toString('hex'),
  )
  expect(sorted).toEqual([...numbers.keys()].toSorted())
})

it('sorts equal strings by number, and strings with long common prefixes', () => {
  const texts = Array.from({ length: 300 }, (_, index) => 'p'.repeat(5000) + String(index % 50))
  const bytes = Buffer.from(texts.join(''))
  const starts = new Uint32Array(texts.length + 1)
  texts.forEach((text, index) => {
    starts[index + 1] = (starts[index] ?? 0) + text.length
  })
  const ids = Uint32Array.from({ length: texts.length }, (_, index) => index)
  orderByteStrings({ bytes, starts }, ids)
  const compare = (a: number, b: number): number => {
    const [first = '', second = ''] = [texts[a], texts[b]]
    if (first === second) return a - b
    return first < second ? -1 : 1
  }
  expect([...ids]).toEqual([...ids].toSorted(compare))
})
