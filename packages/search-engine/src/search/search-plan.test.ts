import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileQuery } from '../queries/compile.js'
import { sampleRow } from '../queries/testing/sample-rows.js'
import { planSearch } from './search-plan.js'
import { SEGMENTS, runOver, sampleScope, searchOf, viewsOf } from './testing/sample-search.js'

const BY_SCORE = {
  sorters: [{ kind: 'score', order: 'DESC' } as const],
  disableDefaultPrimaryKeySorter: false,
}

test('all rows of an index with nested fields come as by their scores, which nobody computes', () => {
  const documents = fc.array(sampleRow, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 40 }), (all, limit) => {
      const rows = all.map((document, number) => ({
        document,
        number,
        segment: number % SEGMENTS,
        isDead: number % 5 === 4,
      }))
      const views = viewsOf(rows)
      const { rows: found, nextToken } = runOver(searchOf({ limit }), views)
      expect(found).toEqual(runOver(searchOf({ limit, sort: BY_SCORE }), views).rows)
      expect(nextToken).toBeUndefined()
    }),
  )
  expect(planSearch(searchOf({}), undefined, sampleScope, compileQuery).scores).toBe(false)
})

test('other queries are scored in such an index', () => {
  const term = { kind: 'term', fieldName: 'ka', term: 'ab', weight: 1 } as const
  const plan = planSearch(searchOf({ query: term }), undefined, sampleScope, compileQuery)
  expect(plan).toMatchObject({ scores: true, showsScores: true })
})
