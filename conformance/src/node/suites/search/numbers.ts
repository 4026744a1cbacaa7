import { field } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import type { Fixture } from './fixture.js'

const KINDS = ['a', 'b', 'c'] as const

const rowOf = (n: number): Column[] => [
  ['n', BigInt(n)],
  ['price', n + 0.5],
  ['kind', KINDS[n % 3] ?? ''],
  ['early', n < 25],
  ['pair', `[-1,${n}]`],
  ['marks', n % 2 === 0 ? '["even","all"]' : '["odd","all"]'],
  ['day', `2024-01-${String(1 + Math.floor(n / 10)).padStart(2, '0')}`],
  ['place', `0,${n / 100}`],
  ['spot', n < 60 ? '30.1,120.5' : '5,6'],
  ['note', 'some words'],
  ...(n < 50 ? [] : [['late', BigInt(n)] as const, ['lateDay', '2024-02-01'] as const]),
  ...(n < 2 ? [['huge', 9_007_199_254_740_993n] as const] : []),
]

export const numberKey = (n: number): string => String(n).padStart(2, '0')

/** Rows 0 to 99: each value is computed from the number of its row. */
export const numbers: Fixture = {
  name: 'numbers',
  fields: [
    field('n', 'LONG'),
    field('price', 'DOUBLE'),
    field('kind', 'KEYWORD'),
    field('early', 'BOOLEAN'),
    field('pair', 'LONG', { isAnArray: true }),
    field('marks', 'KEYWORD', { isAnArray: true }),
    field('day', 'DATE', { dateFormats: ['yyyy-MM-dd'] }),
    field('lateDay', 'DATE', { dateFormats: ['yyyy-MM-dd'] }),
    field('place', 'GEO_POINT'),
    field('spot', 'GEO_POINT'),
    field('note', 'TEXT'),
    field('late', 'LONG'),
    field('huge', 'LONG'),
    field('nothing', 'LONG'),
  ],
  rows: Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [numberKey(n), rowOf(n)] as const),
  ),
}
