import { plainField } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBitSet, hasBit } from '../../bits/bit-set.js'
import type { Document } from '../../documents/document.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'
import { NO_MORE, type Scorer } from '../doc-set.js'
import type { SearchContext } from '../query.js'
import { indexSchema } from '../testing/sample-index.js'
import { sampleView } from '../testing/sample-segment.js'
import { ScoreCounts } from '../text/score-counts.js'
import type { Interval } from './interval.js'
import { numericQuery } from './numeric-query.js'

const layout = compileIndexLayout(
  indexSchema(plainField('l', 'LONG'), plainField('d', 'DOUBLE')),
  [],
)
const context: SearchContext = {
  views: [],
  scores: false,
  counts: new ScoreCounts(),
  now: 0,
  checkTime: () => undefined,
}

/**
 * Enough documents that a narrow interval is read from the sorted order, and a broad one from the column.
 */
const DOCUMENTS = 3000

/** Narrow, with a common divisor, and over all of 64 bits. */
const spread = fc.constantFrom(
  (at: number) => BigInt(at),
  (at: number) => BigInt(at) * 1000n + 7n,
  (at: number) => BigInt.asIntN(64, BigInt(at) * 6_148_914_691_236_517n),
)

interface Row {
  readonly longs: readonly bigint[]
  readonly doubles: readonly number[]
}

function rowsOf(seed: number, step: (at: number) => bigint, several: boolean): Row[] {
  return Array.from({ length: DOCUMENTS }, (_, row) => {
    const at = (row * 7919 + seed) % DOCUMENTS
    const longs = row % 11 === 0 ? [] : [step(at)]
    if (several && row % 5 === 0) longs.push(step((at * 3) % DOCUMENTS), step(at))
    return { longs, doubles: longs.map((long) => Number(long) / 3) }
  })
}

function hitsOf(scorer: Scorer | undefined): number[] {
  const hits: number[] = []
  if (scorer === undefined) return hits
  for (let at = scorer.next(); at !== NO_MORE; at = scorer.next()) hits.push(at)
  return hits
}

test('intervals of any width and encoding match the right documents', () => {
  fc.assert(
    fc.property(
      fc.nat(DOCUMENTS),
      spread,
      fc.boolean(),
      fc.nat(DOCUMENTS),
      fc.oneof(fc.nat(3), fc.nat(900), fc.nat(DOCUMENTS)),
      (seed, step, several, from, width) => {
        const rows = rowsOf(seed, step, several)
        const documents = rows.map(
          ({ longs, doubles }): Document => ({
            key: Buffer.alloc(0),
            level: { values: [longs, doubles], children: [] },
            expiresAt: undefined,
          }),
        )
        const view = sampleView(layout, 1 + (seed % 2), documents, () => false)
        const [low, high] = [step(from), step(from + width)].toSorted((a, b) => (a < b ? -1 : 1))
        if (low === undefined || high === undefined) return
        const all = [...rows.keys()]
        const intervals: [string, Interval, (row: Row) => boolean][] = [
          [
            'l',
            { kind: 'integer', low, high },
            ({ longs }) => longs.some((long) => long >= low && long <= high),
          ],
          [
            'd',
            { kind: 'double', low: Number(low) / 3, high: Number(high) / 3 },
            ({ doubles }) =>
              doubles.some((value) => value >= Number(low) / 3 && value <= Number(high) / 3),
          ],
        ]
        for (const [name, interval, matches] of intervals) {
          const expected = all.filter((at) => matches(rows[at] ?? { longs: [], doubles: [] }))
          const weight = numericQuery(name, [interval], 1).weight(context)
          const level = view.segment.rows
          expect(hitsOf(weight.scorer(view, level))).toEqual(expected)
          const { tester } = weight.scorer(view, level) ?? {}
          if (tester !== undefined) expect(all.filter((at) => tester.test(at))).toEqual(expected)
          const bits = createBitSet(DOCUMENTS)
          weight.addTo?.(view, level, bits.words)
          expect(all.filter((at) => hasBit(bits, at))).toEqual(expected)
          const count = weight.count(view, level)
          if (!several) expect(count).toBe(expected.length)
          else if (count !== undefined) expect(count).toBe(expected.length)
        }
      },
    ),
    { numRuns: 40 },
  )
})
