import { expect, test } from 'vitest'
import { type ColumnTouches, type TableTouches, adviseSide } from './advise-side.js'

/** Products: price and stock are asked for by name and changed, whole rows are read for their pages. */
const column = (name: string, bytes: number, of: Partial<ColumnTouches>): ColumnTouches => {
  const counts = { reads: 1000, namedReads: 0, puts: 100, updates: 0, ...of }
  const { reads, puts, updates } = counts
  return { name, ...counts, bytesRead: bytes * reads, bytesWritten: bytes * (puts + updates) }
}

const products = (intro: Partial<ColumnTouches> = {}): TableTouches => ({
  rows: { reads: 2000, wholeReads: 1000, pagedReads: 0, puts: 100, updates: 500, keyBytes: 26_000 },
  columns: [
    column('price', 13, { reads: 2000, namedReads: 1000, updates: 250 }),
    column('stock', 13, { reads: 2000, namedReads: 1000, updates: 500 }),
    column('intro', 9000, intro),
  ],
})

test('a large column that hardly a request names moves, and the units are told', () => {
  const advice = adviseSide(products())
  expect(advice.move).toEqual(['intro'])
  expect(advice.columns.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['intro', 'move'],
    ['price', 'stay'],
    ['stock', 'stay'],
  ])
  expect(advice.columns.map(({ why }) => why)).toEqual(['unwanted', 'small', 'small'])
  expect(advice.columns[0]?.reason).toBe(
    '8.8 KB, and 0.0 % of the requests that name columns want it',
  )
  expect(advice.columns[1]?.reason).toBe('small: 13 bytes')
  // 1,100 whole rows of 3 units each, then of one.
  expect(advice.units).toMatchObject({ now: 3300, moved: 1100 })
  expect(advice.reasons[0]).toContain(
    '3,300 capacity units on one table, 1,100 with a side table, 67 % less',
  )
})

test('one that is wanted stays, however large', () => {
  const advice = adviseSide(products({ namedReads: 600, reads: 1600 }))
  expect(advice.move).toEqual([])
  expect(advice.columns[0]?.reason).toBe(
    '8.8 KB, but 40 % of the requests that name columns want it',
  )
  expect(advice.reasons).toEqual(['no column is both large and hardly wanted'])
})

test('rows that are read as a whole by pages count without rounding', () => {
  const { rows, columns } = products()
  const paged = { rows: { ...rows, pagedReads: rows.reads, puts: 0 }, columns }
  const { now, moved } = adviseSide(paged).units
  expect(now / moved).toBeGreaterThan(50)
})

test('without requests that name columns only a declaration tells', () => {
  const { columns } = products()
  const rows = { reads: 1000, wholeReads: 1000, pagedReads: 0, puts: 100, updates: 0, keyBytes: 0 }
  const whole = columns.map((one) => ({ ...one, namedReads: 0, updates: 0, reads: 1000 }))
  const unknown = adviseSide({ rows, columns: whole })
  expect(unknown.move).toEqual([])
  expect(unknown.columns[0]?.reason).toContain('nothing tells whether it is wanted')
  const declared = adviseSide({ rows, columns: whole }, { declared: ['intro'] })
  expect(declared.move).toEqual(['intro'])
  expect(declared.columns[0]?.reason).toBe('8.8 KB, declared to be hardly wanted')
})

test('nothing moves where that saves nothing', () => {
  const { rows, columns } = products()
  const named = { ...rows, wholeReads: 0, puts: 0 }
  const advice = adviseSide({ rows: named, columns })
  expect(advice.move).toEqual([])
  expect(advice.columns[0]?.verdict).toBe('move')
  expect(advice.reasons[0]).toContain('too little to move anything')
})
