import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  backfillKey,
  counterKey,
  counterPartition,
  dropKey,
  instancePartition,
  parseCatalogKey,
  partitionsKey,
  tableKey,
} from './catalog-keys.js'

const instances = fc.stringMatching(/^[a-z][a-z0-9-]{2,15}$/)
const names = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
const ids = fc.nat(0xffff_ffff)

describe('catalogue keys', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(instances, names, ids, (instance, name, id) => {
        expect(parseCatalogKey(tableKey(instance, name))).toEqual({
          kind: 'table',
          instance,
          name,
        })
        expect(parseCatalogKey(dropKey(instance, id))).toEqual({ kind: 'drop', instance, id })
        expect(parseCatalogKey(partitionsKey(instance, id))).toEqual({
          kind: 'partitions',
          instance,
          id,
        })
        expect(parseCatalogKey(backfillKey(instance, id))).toEqual({
          kind: 'backfill',
          instance,
          id,
        })
      }),
    )
    expect(parseCatalogKey(counterKey)).toEqual({ kind: 'counter' })
  })

  it('begin with their partition', () => {
    const partition = instancePartition('demo')
    for (const key of [tableKey('demo', 't'), dropKey('demo', 1), backfillKey('demo', 1)]) {
      expect(key.subarray(1, 1 + partition.length)).toEqual(partition)
    }
    expect(counterKey.subarray(1, 1 + counterPartition.length)).toEqual(counterPartition)
  })

  it('that are unknown are refused', () => {
    expect(() => parseCatalogKey(Buffer.from('\x01demo'))).toThrow('unknown key')
    expect(() => parseCatalogKey(Buffer.from('\x02demo\0t'))).toThrow('unknown key')
  })
})
