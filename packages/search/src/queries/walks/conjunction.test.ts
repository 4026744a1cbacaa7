import { expect, test } from 'vitest'
import { NO_MORE } from '../doc-set.js'
import { conjunction } from './conjunction.js'
import { exclusion } from './exclusion.js'
import { LazyWalk } from './lazy-walk.js'
import { ListWalk } from './list-walk.js'

const BROAD_COST = 1_000_000

/** Every document that 3 divides: a condition that may be tested, but not walked. */
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

test('a broad condition beside a narrow one is tested for its documents alone', () => {
  for (const isFirst of [true, false]) {
    const { walk, tests } = onlyTested()
    const clauses = isFirst ? [walk, narrow()] : [narrow(), walk]
    expect(walked(conjunction(clauses, [], () => undefined))).toEqual([3, 999, 600_000])
    expect(tests()).toBe(5)
  }
})

test('so is one that excludes', () => {
  const { walk, tests } = onlyTested()
  expect(walked(exclusion(narrow(), [walk], () => undefined))).toEqual([70, 5_000])
  expect(tests()).toBe(5)
})
