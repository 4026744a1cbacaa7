import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDescription, encodeDescription } from './description-codec.js'
import type { TableDescription } from './table-description.js'

const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array))
const orUndefined = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const text = fc.string({ unit: 'grapheme', maxLength: 20 })

const descriptions: fc.Arbitrary<TableDescription> = fc.record({
  id: fc.nat(),
  instance: text,
  name: text,
  primaryKey: fc.array(
    fc.record({
      name: text,
      type: fc.constantFrom('INTEGER' as const, 'STRING' as const, 'BINARY' as const),
      autoIncrement: fc.boolean(),
    }),
  ),
  definedColumns: fc.array(
    fc.record({
      name: text,
      type: fc.constantFrom(
        'INTEGER' as const,
        'DOUBLE' as const,
        'BOOLEAN' as const,
        'STRING' as const,
        'BLOB' as const,
      ),
    }),
  ),
  options: fc.record({
    timeToLive: fc.integer(),
    maxVersions: fc.integer(),
    deviation: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    allowUpdate: fc.boolean(),
    updateFullRow: fc.boolean(),
  }),
  reserved: fc.record({
    read: fc.nat(),
    write: fc.nat(),
    lastIncrease: fc.nat(),
    lastDecrease: orUndefined(fc.nat()),
    decreases: orUndefined(fc.nat()),
  }),
  stream: fc.record({
    enabled: fc.boolean(),
    id: orUndefined(text),
    expirationHours: fc.nat(),
    lastEnabled: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    columns: fc.array(text),
  }),
  sse: orUndefined(
    fc.record({
      enable: fc.boolean(),
      keyType: orUndefined(fc.nat()),
      keyId: orUndefined(bytes),
      roleArn: orUndefined(bytes),
    }),
  ),
  indexes: fc.array(
    fc.record({
      name: text,
      primaryKey: fc.array(text),
      definedColumns: fc.array(text),
      updateMode: fc.constantFrom('ASYNC' as const, 'SYNC' as const),
      type: fc.constantFrom('GLOBAL' as const, 'LOCAL' as const),
      syncPhase: orUndefined(fc.constantFrom('FULL' as const, 'INCR' as const)),
    }),
  ),
  searchIndexes: fc.array(
    fc.record({
      number: fc.nat(),
      name: text,
      schema: bytes,
      timeToLive: fc.integer({ min: -1 }),
      source: orUndefined(text),
      flowWeights: fc.array(fc.record({ index: text, weight: fc.nat(100) })),
      createdAt: fc.nat(),
    }),
  ),
  nextSearchIndex: fc.nat(),
  splitPoints: fc.array(bytes),
  localTransactions: fc.boolean(),
  createdAt: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
})

describe('a stored description', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(descriptions, (description) => {
        expect(decodeDescription(encodeDescription(description))).toEqual(description)
      }),
    )
  })

  it('is refused when any bit of it has changed', () => {
    fc.assert(
      fc.property(descriptions, fc.nat(), fc.nat(7), (description, where, bit) => {
        const stored = encodeDescription(description)
        const at = where % stored.length
        stored[at] = (stored[at] ?? 0) ^ (1 << bit)
        expect(() => decodeDescription(stored)).toThrow(/damaged|unknown format version/)
      }),
    )
  })

  it('is refused when its end is missing', () => {
    fc.assert(
      fc.property(descriptions, fc.nat(), (description, length) => {
        const stored = encodeDescription(description)
        const cut = stored.subarray(0, length % stored.length)
        expect(() => decodeDescription(cut)).toThrow(/damaged|unknown format version/)
      }),
    )
  })
})
