import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCaseFile } from '../testing/cases/run-case-file.js'
import {
  bm25,
  bm25LengthTable,
  bm25Weight,
  inverseFrequency,
  lengthOfNorm,
  normOfLength,
} from './bm25.js'
import { combineFunctions, combineWithQuery } from './combine.js'
import { combineDistances, createDecay } from './decay-curves.js'
import { type FactorModifier, fieldValueFactor } from './field-value-factor.js'
import { dotProduct, squaredDistance, vectorScoreOf } from './vector-score.js'

const numbersOf = (words: readonly string[]): number[] => words.map(Number)
const shown = (value: number): string => Number(value.toPrecision(9)).toString()

const isMath = (name: string): name is 'GAUSS' | 'EXP' | 'LINEAR' =>
  ['GAUSS', 'EXP', 'LINEAR'].includes(name)

const MODIFIERS: readonly FactorModifier[] = [
  'NONE',
  'LOG',
  'LOG1P',
  'LOG2P',
  'LN',
  'LN1P',
  'LN2P',
  'SQUARE',
  'SQRT',
  'RECIPROCAL',
]

const answer = (line: string): string => {
  const [command = '', ...words] = line.split(' ')
  if (command === 'bm25') {
    const [documents = 0, withTerm = 0, frequency = 0, length = 0, average = 0] = numbersOf(words)
    return shown(bm25(bm25Weight(documents, withTerm, 1), frequency, length, average))
  }
  if (command === 'decay') {
    const [math = '', ...rest] = words
    const [scale = 0, offset = 0, decay = 0, ...distances] = numbersOf(rest)
    if (!isMath(math)) throw new Error(line)
    return distances.map(createDecay({ math, scale, offset, decay })).map(shown).join(' ')
  }
  if (command === 'factor') {
    const [value = 0, factor = 0] = numbersOf(words)
    return MODIFIERS.map((name) => `${name} ${shown(fieldValueFactor(value, factor, name))}`).join(
      ', ',
    )
  }
  throw new Error(`no command in ${line}`)
}

it('scores are as in the cases', () =>
  runCaseFile('scoring.txt', (lines) => lines.map(answer).join('\n')))

describe('norms', () => {
  it('keep the order of lengths, are exact below 40 and slightly lower above', () => {
    const length = fc.integer({ min: 0, max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(length, length, (one, other) => {
        const stored = lengthOfNorm(normOfLength(one))
        expect(stored <= one && stored >= one * 0.85).toBe(true)
        if (one <= other) expect(normOfLength(one)).toBeLessThanOrEqual(normOfLength(other))
      }),
    )
    for (let exact = 0; exact <= 40; exact++) expect(lengthOfNorm(normOfLength(exact))).toBe(exact)
  })

  it('every byte decodes to a length with that norm', () => {
    for (let norm = 0; norm <= normOfLength(2 ** 31 - 1); norm++)
      expect(normOfLength(lengthOfNorm(norm))).toBe(norm)
    expect(normOfLength(Number.MAX_SAFE_INTEGER)).toBeLessThan(256)
  })

  it('the table gives the same scores as the formula', () => {
    const table = bm25LengthTable(7.5)
    expect((2 * 3) / (3 + (table[normOfLength(12)] ?? 0))).toBeCloseTo(bm25(2, 3, 12, 7.5), 12)
    expect(bm25LengthTable(0)[5]).toBeCloseTo(1.2, 12)
  })
})

it('a term in all documents still counts', () =>
  expect(inverseFrequency(10, 10)).toBeGreaterThan(0))

describe('functions', () => {
  const scores = [
    { score: 3, weight: 2 },
    { score: 1, weight: 1 },
  ]
  it.each([
    ['AVG', 7 / 3],
    ['MAX', 6],
    ['SUM', 7],
    ['MIN', 1],
    ['MULTIPLY', 6],
    ['FIRST', 6],
  ] as const)('%s of them', (mode, expected) => {
    expect(combineFunctions(mode, scores)).toBeCloseTo(expected, 12)
    expect(combineFunctions(mode, [])).toBe(1)
  })

  it.each([
    ['MULTIPLY', 6],
    ['AVG', 2.5],
    ['MAX', 3],
    ['SUM', 5],
    ['MIN', 2],
    ['REPLACE', 3],
  ] as const)('%s with the score of the query', (mode, expected) =>
    expect(combineWithQuery(mode, 2, 3)).toBe(expected),
  )

  it('several values count with one distance', () => {
    const modes = ['MIN', 'MAX', 'SUM', 'AVG'] as const
    expect(modes.map((mode) => combineDistances(mode, [4, 1, 1]))).toEqual([1, 4, 6, 2])
  })
})

describe('vectors', () => {
  it('score by metric, at any place of the array', () => {
    const query = Float32Array.of(3, 4, 0, 0, 0)
    const vectors = Float32Array.of(9, 3, 4, 0, 0, 0, 0, 0, 0, 0, 1, -3, -4, 0, 0, 0)
    const at = [1, 6, 11]
    const scores = (metric: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT'): number[] =>
      at.map((start) => vectorScoreOf(metric)(query, vectors, start))
    expect(scores('EUCLIDEAN')).toEqual([1, 1 / 27, 1 / 101])
    expect(scores('COSINE')).toEqual([1, 0.5, 0])
    expect(scores('DOT_PRODUCT')).toEqual([13, 0.5, 0])
  })

  it('agree with the plain sums', () => {
    const part = fc.integer({ min: -50, max: 50 })
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), { maxLength: 30 }), (pairs) => {
        const query = Float32Array.from(pairs, ([one]) => one)
        const vectors = Float32Array.from([7, ...pairs.map(([, other]) => other)])
        const dot = pairs.reduce((sum, [one, other]) => sum + one * other, 0)
        const squares = pairs.reduce((sum, [one, other]) => sum + (one - other) ** 2, 0)
        expect(dotProduct(query, vectors, 1)).toBe(dot === 0 ? 0 : dot)
        expect(squaredDistance(query, vectors, 1)).toBe(squares)
      }),
    )
  })
})
