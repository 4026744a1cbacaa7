import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentOf } from '../../segments/testing/build-segment.js'
import { testLayout } from '../../segments/testing/test-layout.js'
import { type PackedView, liveFingerprints, liveKeys } from './live-keys.js'

const layout = testLayout({ path: '', parent: undefined, fields: [], children: [] })
const NOW = 1_000

interface Row {
  readonly key: string
  readonly segment: number
  readonly isDead: boolean
  readonly expiresAt: number | undefined
}

const rows = fc.uniqueArray(
  fc.record({
    key: fc.string({ minLength: 1, maxLength: 4 }),
    segment: fc.nat(3),
    isDead: fc.boolean(),
    expiresAt: fc.constantFrom(undefined, NOW, NOW + 1),
  }),
  { selector: ({ key }) => key, maxLength: 40 },
)

const inOrder = (all: readonly Row[]): Row[] =>
  all.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))

function viewsOf(all: readonly Row[]): PackedView[] {
  return [0, 1, 2, 3].map((number) => {
    const own = inOrder(all.filter(({ segment }) => segment === number))
    const documents = own.map(({ key, expiresAt }) => ({
      key: Buffer.from(key),
      level: { values: [], children: [] },
      expiresAt,
    }))
    const live = new Uint32Array(2)
    for (const [at, { isDead }] of own.entries()) {
      if (!isDead) live[at >>> 5] = (live[at >>> 5] ?? 0) | (1 << (at & 31))
    }
    const liveCount = own.filter(({ isDead }) => !isDead).length
    return { segment: segmentOf(layout, documents), live, liveCount }
  })
}

test('live rows of all segments come in key order, page by page', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (all, limit) => {
      const views = viewsOf(all)
      const seen: string[] = []
      let after: Buffer | undefined
      for (;;) {
        const wanted = { after, limit, now: NOW }
        const page = liveKeys(views, wanted)
        expect(liveFingerprints(views, wanted).map(({ key }) => key)).toEqual(page)
        seen.push(...page.map((key) => key.toString()))
        after = page.at(-1)
        if (page.length < limit) break
      }
      const expected = inOrder(all).filter(
        ({ isDead, expiresAt = Infinity }) => !isDead && expiresAt > NOW,
      )
      expect(seen).toEqual(expected.map(({ key }) => key))
    }),
    { numRuns: 100 },
  )
})
