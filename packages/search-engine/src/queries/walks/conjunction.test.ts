import { expect, test } from 'vitest'
import { NO_MORE, type Scorer } from '../doc-set.js'
import { conjunction } from './conjunction.js'
import { exclusion } from './exclusion.js'
import { LazyWalk } from './lazy-walk.js'
import { ListWalk } from './list-walk.js'

const BROAD_COST = 1_000_000

/** Every document divisible by 3: a condition that may be tested, but not walked. */
function onlyTested() {
  let tests = 0
  const walk = new LazyWalk({
    cost: BROAD_COST,
    constant: 1,
    tester: {
      cost: 1,
      test: (document) => {
        tests += 1
        return document % 3 === 0
      },
    },
    build: () => {
      throw new Error('nobody walks the broad condition')
    },
  })
  return { walk, tests: () => tests }
}

const narrow = () => new ListWalk(Uint32Array.of(3, 70, 999, 5_000, 600_000), 1)

function walked(walk: { next(): number }): number[] {
  const found: number[] = []
  for (let at = walk.next(); at !== NO_MORE; at = walk.next()) found.push(at)
  return found
}

test('a broad condition is tested only for the documents of a narrow one', () => {
  for (const isFirst of [true, false]) {
    const { walk, tests } = onlyTested()
    const clauses = isFirst ? [walk, narrow()] : [narrow(), walk]
    expect(walked(conjunction(clauses, [], () => undefined))).toEqual([3, 999, 600_000])
    expect(tests()).toBe(5)
  }
})

test('so is an excluding one', () => {
  const { walk, tests } = onlyTested()
  expect(walked(exclusion(narrow(), [walk], () => undefined))).toEqual([70, 5_000])
  expect(tests()).toBe(5)
})

test('batches have the same documents as single steps', () => {
  const leader = (): Scorer => {
    const list = new ListWalk(
      Uint32Array.from({ length: 1_000 }, (_, at) => at * 7),
      1,
    )
    return {
      cost: 1_000,
      document: -1,
      next: () => list.next(),
      advance: (target) => list.advance(target),
      score: () => 1,
      fillNext: (documents) => {
        let count = 0
        while (count < 5) {
          const document = list.next()
          if (document === NO_MORE) break
          documents[count++] = document
        }
        return count
      },
    }
  }
  let ticks = 0
  const made = () => conjunction([leader(), onlyTested().walk], [], () => (ticks += 1))
  const many: number[] = []
  const room = new Int32Array(8)
  const { fillNext } = made()
  for (let count = fillNext?.(room) ?? 0; count > 0; count = fillNext?.(room) ?? 0) {
    many.push(...room.subarray(0, count))
  }
  expect(ticks).toBeGreaterThanOrEqual(1_000)
  expect(many).toEqual(walked(made()))
  expect(many.length).toBe(334)
})

test('there are no batches when documents must be visited in order', () => {
  const other = new ListWalk(Uint32Array.of(70), 1)
  expect(conjunction([narrow(), other], [], () => undefined)).toHaveProperty('fillNext', undefined)
})
