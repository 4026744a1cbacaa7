import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchQuery, SearchReply } from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchQuery, term } from '../queries/clauses.js'
import { ServerAnswerError } from '../server/order-server.js'
import { measureQueries } from './measure-queries.js'

const REPLY: SearchReply = {
  totalHits: 7,
  rows: [],
  isAllSucceeded: true,
  searchHits: [],
  nextToken: undefined,
  aggregations: [],
  groupBys: [],
  consumed: undefined,
  reservedConsumed: undefined,
}
const QUERIES = ['a', 'b'].map((name) => ({ name, make: () => searchQuery(term('sku', name)) }))
const RUNS = 3

let folder: string
let state: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-queries-'))
  state = join(folder, 'queries.json')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const measure = (search: (asked: string) => SearchReply) =>
  measureQueries(
    { search: async ({ query }: SearchQuery) => search(JSON.stringify(query)) },
    QUERIES,
    RUNS,
    state,
    () => undefined,
  )

test('every query runs the wanted number of times and once before, and no state remains', async () => {
  let asked = 0
  const figures = await measure(() => {
    asked += 1
    return REPLY
  })
  expect(asked).toBe(2 * (RUNS + 1))
  expect(figures.map(({ name, meanTotal, errors }) => [name, meanTotal, errors])).toEqual([
    ['a', 7, 0],
    ['b', 7, 0],
  ])
  expect(existsSync(state)).toBe(false)
})

test('an interrupted run resumes after the last complete query', async () => {
  const asksB = (asked: string): boolean => asked.includes('"term":"b"')
  await expect(
    measure((asked) => {
      if (asksB(asked)) throw new Error('the connection is gone')
      return REPLY
    }),
  ).rejects.toThrow('the connection is gone')
  const asked: string[] = []
  const figures = await measure((one) => {
    asked.push(one)
    return REPLY
  })
  expect(asked.every(asksB)).toBe(true)
  expect(figures.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('refused queries are counted, and the run continues', async () => {
  let asked = 0
  const [first] = await measure(() => {
    asked += 1
    if (asked <= 2) throw new ServerAnswerError('Search', 503, Buffer.from('busy'))
    return REPLY
  })
  expect(first).toMatchObject({ firstMs: undefined, errors: 2, meanTotal: 7 })
})
