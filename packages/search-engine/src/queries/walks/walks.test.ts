import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_MORE, type Scorer } from '../doc-set.js'
import { BitsWalk, setBit, wordsFor } from './bits-walk.js'
import { conjunction } from './conjunction.js'
import { disjunction } from './disjunction.js'
import { exclusion } from './exclusion.js'
import { ListWalk } from './list-walk.js'
import { ticker } from './ticker.js'

/** Several windows of a disjunction. */
const DOCUMENTS = 20_000
const tick = (): void => undefined

const documents = fc
  .uniqueArray(fc.nat(DOCUMENTS - 1), { maxLength: 300, size: 'max' })
  .map((list) => list.toSorted((a, b) => a - b))
/** Runs of neighbours too, so that clauses overlap. */
const clause = fc.oneof(
  documents,
  fc
    .tuple(fc.nat(DOCUMENTS - 1), fc.nat(600), fc.integer({ min: 1, max: 7 }))
    .map(([from, count, step]) =>
      Array.from({ length: count }, (_, at) => from + at * step).filter((at) => at < DOCUMENTS),
    ),
)
const clauses = fc.array(clause, { minLength: 1, maxLength: 6 })
const jumps = fc.array(fc.oneof(fc.nat(3), fc.nat(5000)), { minLength: 1, maxLength: 6 })

/** Scores identify the clauses; lists have no test, bit sets do. */
function walkOf(list: readonly number[], number: number): Scorer {
  const score = 2 ** number
  if (number % 2 === 0) return new ListWalk(Uint32Array.from(list), score)
  return bitsOf(list, score)
}

function bitsOf(list: readonly number[], score: number): BitsWalk {
  const bits = new Uint32Array(wordsFor(DOCUMENTS))
  for (const document of list) setBit(bits, document)
  return new BitsWalk(bits, list.length, score)
}

const walksOf = (lists: readonly (readonly number[])[]): Scorer[] => lists.map(walkOf)

function checkWalk(
  open: () => Scorer,
  expected: ReadonlyMap<number, number | undefined>,
  steps: readonly number[],
): void {
  const order = [...expected.keys()].toSorted((a, b) => a - b)
  const whole = open()
  for (const document of order) {
    expect(whole.next()).toBe(document)
    const score = expected.get(document)
    if (score !== undefined) expect(whole.score()).toBeCloseTo(score, 10)
  }
  expect(whole.next()).toBe(NO_MORE)
  const walk = open()
  for (let turn = 0; walk.document !== NO_MORE; turn += 1) {
    const target = walk.document + 1 + (steps[turn % steps.length] ?? 0)
    const found = order.find((document) => document >= target) ?? NO_MORE
    expect(walk.advance(target)).toBe(found)
    expect(walk.document).toBe(found)
    const score = expected.get(found)
    if (score !== undefined) expect(walk.score()).toBeCloseTo(score, 10)
  }
  const { tester } = open()
  if (tester === undefined) return
  for (const document of [...order, 0, 1, DOCUMENTS - 1].toReversed()) {
    expect(tester.test(document)).toBe(expected.has(document))
  }
}

describe('walks', () => {
  test('a conjunction has the documents of all clauses', () => {
    fc.assert(
      fc.property(clauses, jumps, (lists, steps) => {
        const [first = [], ...others] = lists
        const both = first.filter((document) => others.every((list) => list.includes(document)))
        const expected = new Map(both.map((document) => [document, 2 ** lists.length - 1]))
        checkWalk(
          () => {
            const walks = walksOf(lists)
            return conjunction(walks, walks, tick)
          },
          expected,
          steps,
        )
        const silent = new Map(both.map((document) => [document, 0]))
        checkWalk(() => conjunction(walksOf(lists), [], tick), silent, steps)
      }),
    )
  })

  test('a disjunction has the documents of at least a minimum of clauses', () => {
    const tieBreaker = fc.constantFrom(0, 0.5, 1)
    fc.assert(
      fc.property(
        clauses,
        jumps,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        tieBreaker,
        (lists, steps, minimum, scores, tie) => {
          const expected = new Map<number, number | undefined>()
          for (const document of new Set(lists.flat())) {
            const found = lists.flatMap((list, at) => (list.includes(document) ? [2 ** at] : []))
            if (found.length < minimum) continue
            const best = Math.max(...found)
            const sum = found.reduce((total, score) => total + score, 0)
            expected.set(document, scores ? best + (sum - best) * tie : undefined)
          }
          const options = { minimum, scores, tieBreaker: tie, tick }
          checkWalk(() => disjunction(walksOf(lists), options), expected, steps)
        },
      ),
    )
  })

  test('an exclusion has the documents that the excluded clauses do not have', () => {
    fc.assert(
      fc.property(clause, clauses, jumps, (base, lists, steps) => {
        const kept = base.filter((document) => !lists.some((list) => list.includes(document)))
        const expected = new Map(kept.map((document) => [document, 1]))
        checkWalk(() => exclusion(walkOf(base, 0), walksOf(lists), tick), expected, steps)
      }),
    )
  })

  test('a list may repeat documents', () => {
    const walk = new ListWalk(Uint32Array.of(1, 1, 4, 4, 4, 9), 1)
    expect([walk.next(), walk.next(), walk.next(), walk.next()]).toEqual([1, 4, 9, NO_MORE])
  })

  test('a broad clause beside a narrow one is tested, never walked', () => {
    const broad: Scorer = {
      cost: 1_000_000,
      document: -1,
      next: () => expect.unreachable(),
      advance: () => expect.unreachable(),
      score: () => 1,
      tester: { cost: 1, test: (document) => document > 5 },
    }
    const narrow = new ListWalk(Uint32Array.of(3, 7), 1)
    const walk = conjunction([broad, narrow], [], tick)
    expect([walk.next(), walk.next()]).toEqual([7, NO_MORE])
  })

  test('long walks check the time', () => {
    const late = (): void => {
      throw new Error('late')
    }
    const even = Uint32Array.from({ length: 9000 }, (_, at) => at * 2)
    const odd = Uint32Array.from({ length: 9000 }, (_, at) => at * 2 + 1)
    const walk = conjunction([new ListWalk(even, 1), new ListWalk(odd, 1)], [], ticker(late))
    expect(() => walk.next()).toThrow('late')
  })
})

test('a set fills arrays of any length with its documents', () => {
  const documents = [0, 1, 31, 32, 63, 64, 200, DOCUMENTS - 1]
  for (const length of [1, 3, 8, 100]) {
    const walk = bitsOf(documents, 1)
    const batch = new Int32Array(length)
    const found: number[] = []
    for (let count = walk.fillNext(batch); count > 0; count = walk.fillNext(batch))
      found.push(...batch.subarray(0, count))
    expect(found).toEqual(documents)
  }
})
