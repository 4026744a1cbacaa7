import { expect, test } from 'vitest'
import { seededRandom } from '../../rows/random.js'
import { SEARCH_WORKLOADS, searchWorkloadNamed } from '../queries/search-workloads.js'
import { searchArguments } from './search-arguments.js'

const drawn = (name: string) => searchArguments(searchWorkloadNamed(name).make(seededRandom(5)))

test('every search of the benchmark has its values', () => {
  const counts = SEARCH_WORKLOADS.map(({ name }) => [name, drawn(name).length])
  expect(Object.fromEntries(counts)).toEqual({
    'term-range-sort': 3,
    'bool-text': 4,
    'match-and-filter': 2,
    'broad-count': 2,
    'group-sum': 0,
    'date-histogram': 0,
    'geo-sort': 7,
    'nested-sort': 1,
    wildcard: 1,
  })
})

test('both words are required, and the pattern is unchanged', () => {
  expect(drawn('match-and-filter')[0]).toMatch(/^\w+ AND \w+$/)
  expect(drawn('wildcard')[0]).toMatch(/^\*\w{4}\*$/)
})

test('the box contains the whole circle', () => {
  const [south, north, west, east, lat, lon] = drawn('geo-sort').map(Number)
  if (south === undefined || north === undefined || west === undefined) throw new Error('a box')
  if (east === undefined || lat === undefined || lon === undefined) throw new Error('a centre')
  const metres = (degrees: number) => (degrees * Math.PI * 6_371_008) / 180
  const shortened = Math.cos((31.01 * Math.PI) / 180)
  expect(metres(north - lat)).toBeGreaterThan(999.9)
  expect(metres(lat - south)).toBeGreaterThan(999.9)
  expect(metres(east - lon) * shortened).toBeGreaterThan(1_000)
  expect(metres(lon - west) * shortened).toBeGreaterThan(1_000)
})
