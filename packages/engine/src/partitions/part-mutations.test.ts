import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreMutation } from '@rowhouse/store'
import { partMutations } from './part-mutations.js'

const key = fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes))
const write: fc.Arbitrary<StoreMutation> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key, value: key }),
  fc.record({ kind: fc.constant('delete' as const), key }),
)
const keyOf = (mutation: StoreMutation): string =>
  'key' in mutation ? mutation.key.toString('hex') : ''

describe('mutations divided into parts', () => {
  it('are complete, those of a key in one part and in order', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 40 }), (batch) => {
        const parts = partMutations(batch)
        expect(parts.flat()).toHaveLength(batch.length)
        for (const name of new Set(batch.map(keyOf))) {
          const wanted = batch.filter((mutation) => keyOf(mutation) === name)
          const found = parts.map((part) => part.filter((mutation) => keyOf(mutation) === name))
          expect(found.filter((some) => some.length > 0)).toEqual([wanted])
        }
      }),
    )
  })

  it('are about equally many in each part', () => {
    const value = Buffer.from('v')
    const batch = Array.from({ length: 1000 }, (_, i) => {
      return { kind: 'put' as const, key: Buffer.from(`key ${i}`), value }
    })
    for (const part of partMutations(batch)) expect(part.length).toBeGreaterThan(300)
  })

  it('are not divided when they delete a range', () => {
    const [start, end] = [Buffer.from('a'), Buffer.from('b')]
    const batch: StoreMutation[] = [
      { kind: 'delete', key: start },
      { kind: 'deleteRange', start, end },
      { kind: 'delete', key: end },
    ]
    expect(partMutations(batch)).toEqual([batch])
  })
})
