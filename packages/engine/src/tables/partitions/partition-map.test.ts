import { blobVariant, integerVariant, stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeRowKey } from '../../keys/encode-key.js'
import { PartitionMap } from './partition-map.js'

const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  // Many are equal in the bytes that are compared as a number, and differ in zeros at their ends.
  fc.constantFrom('', '\0', 'same-start', 'same-start\0', 'same-start\0\0', 'same-start-a'),
  fc.integer({ min: 0, max: 300 }).map((number) => `same-start-${number}`),
)
const keysOf = (value: fc.Arbitrary<Buffer>): fc.Arbitrary<{ starts: Buffer[]; asked: Buffer[] }> =>
  fc.record({
    starts: fc
      .uniqueArray(value, { maxLength: 60, selector: (key) => key.toString('hex') })
      .map((keys) => keys.sort(Buffer.compare)),
    asked: fc.array(value, { minLength: 1, maxLength: 30 }),
  })
const encoded = (columns: Buffer[]): Buffer => encodeRowKey(columns).partition
const cases = fc.oneof(
  keysOf(text.map((value) => encoded([stringVariant(value)]))),
  keysOf(text.map((value) => encoded([blobVariant(Buffer.from(value))]))),
  keysOf(
    fc
      .oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-300n, 300n))
      .map((value) => encoded([integerVariant(value)])),
  ),
)

describe('a partition map', () => {
  it('finds the partition of a key, whatever bytes follow the key', () => {
    fc.assert(
      fc.property(cases, fc.uint8Array({ maxLength: 12 }), ({ starts, asked }, rest) => {
        const map = PartitionMap.splitAt(starts)
        for (const key of [...asked, ...starts]) {
          const row = Buffer.concat([Buffer.of(0x01), key, rest])
          const expected = starts.filter((start) => start.compare(key) <= 0).length
          expect(map.find(row, 1)).toBe(map.all[expected])
          expect(map.find(key, 0)).toBe(map.all[expected])
          const holders = map.all.filter((partition) => partition.holds(row, 1))
          expect(holders).toEqual([map.all[expected]])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('keeps unchanged partitions and reuses no id', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((value) => encoded([stringVariant(value)]))
    if (a === undefined || b === undefined || c === undefined) throw new Error('three keys')
    const map = PartitionMap.splitAt([b])
    const [first, second] = map.all
    const start = Buffer.alloc(0)
    const bounds = [
      { id: 2, start },
      { id: 3, start: a },
      { id: 1, start: b },
    ]
    map.replace({ bounds, nextId: 4, events: [] })
    expect(map.all[2]).toBe(second)
    expect(map.find(a, 0).id).toBe(3)
    expect(map.version).toBe(1)
    const again = { bounds: [{ id: 0, start }, ...bounds.slice(1)], nextId: 3, events: [] }
    expect(() => map.replace(again)).toThrow('not reused')
    const grown = {
      bounds: [{ id: 2, start }, bounds[2] ?? { id: 1, start: b }],
      nextId: 4,
      events: [],
    }
    expect(() => map.replace(grown)).toThrow('has a new id')
    expect(map.all).not.toContain(first)
  })
})
