import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import { range, term } from './query-builders.js'
import { finds } from './finding.js'
import { dateHistogram, groups } from './aggregating.js'
import { sharedIndex, type Fixture } from './fixture.js'

const type = testsOf('Search fields')

/** The same moment, 2024-01-01T00:00:00Z, in every format; one row has the next day. */
const FORMATS: readonly (readonly [string, bigint | string, bigint | string])[] = [
  ['epoch_second', 1_704_067_200n, 1_704_153_600n],
  ['epoch_millis', 1_704_067_200_000n, 1_704_153_600_000n],
  ['epoch_micros', 1_704_067_200_000_000n, 1_704_153_600_000_000n],
  ['epoch_nanos', 1_704_067_200_000_000_000n, 1_704_153_600_000_000_000n],
  ['yyyy-MM-dd', '2024-01-01', '2024-01-02'],
  ['yyyyMMdd', '20240101', '20240102'],
  ['yyyy-MM-dd HH:mm:ss', '2024-01-01 00:00:00', '2024-01-02 00:00:00'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSX", '2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'],
  ["yyyy-MM-dd'T'HH:mm:ssX", '2024-01-01T08:00:00+08', '2024-01-02T08:00:00+08'],
  [
    'yyyy-MM-dd HH:mm:ss.SSSSSSSSS',
    '2024-01-01 00:00:00.000000000',
    '2024-01-02 00:00:00.000000000',
  ],
]

const column = (n: number): string => `date_${n}`

const moments: Fixture = {
  name: 'dates',
  fields: FORMATS.map(([format], n) => field(column(n), 'DATE', { dateFormats: [format] })),
  rows: {
    first: FORMATS.map(([, value], n): Column => [column(n), value]),
    second: FORMATS.map(([, , value], n): Column => [column(n), value]),
  },
}

const FIRST = 1_704_067_200_000n
const SECOND = 1_704_153_600_000n

export const dateTests = [
  type('DATE formats', 'are parsed and searched', async (t) => {
    const where = await sharedIndex(t, moments)
    for (const [n, [, first, second]] of FORMATS.entries()) {
      await finds(t, where, term(column(n), first), 'first')
      await finds(t, where, range(column(n), { from: first, to: second }), 'first')
      await finds(t, where, range(column(n), { from: second }), 'second')
    }
  }),

  type('DATE formats', 'stand for the same moment', async (t) => {
    const where = await sharedIndex(t, moments)
    for (const n of FORMATS.keys()) {
      const days = dateHistogram(column(n), { value: 1, unit: 'DAY' })
      const wanted = [
        { timeStamp: FIRST, rowCount: 1n },
        { timeStamp: SECOND, rowCount: 1n },
      ]
      assert.deepEqual(await groups(t, where, days), wanted, FORMATS[n]?.[0])
    }
  }),
]
