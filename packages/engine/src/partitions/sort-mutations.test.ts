import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys, type StoreMutation } from '@rowhouse/store'
import { sortMutations } from './sort-mutations.js'

const key = fc
  .array(fc.constantFrom(0, 1, 0x61, 0xff), { maxLength: 9 })
  .map((bytes) => Buffer.from(bytes))
const change: fc.Arbitrary<StoreMutation> = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('put' as const), key, value: key }),
)
const changes = fc.array(change, { maxLength: 40 })

/** The mutations of each key, in order. */
function perKey(batch: readonly StoreMutation[]): Map<string, StoreMutation[]> {
  const histories = new Map<string, StoreMutation[]>()
  for (const mutation of batch) {
    const name = mutation.kind === 'deleteRange' ? 'range' : mutation.key.toString('hex')
    histories.set(name, [...(histories.get(name) ?? []), mutation])
  }
  return histories
}

describe('sorted mutations', () => {
  it('are the same ones, with those of one key in their order', () => {
    fc.assert(
      fc.property(changes, (batch) => {
        const sorted = sortMutations(batch)
        expect(sorted).toHaveLength(batch.length)
        expect(perKey(sorted)).toEqual(perKey(batch))
      }),
    )
  })

  it('are in key order when the keys differ soon after their common prefix', () => {
    const keys = fc.array(fc.uint8Array({ minLength: 4, maxLength: 4 }), { minLength: 1 })
    fc.assert(
      fc.property(keys, (tails) => {
        const batch = tails.map((tail) => ({
          kind: 'delete' as const,
          key: Buffer.concat([Buffer.from('table and space'), tail]),
        }))
        const inOrder = batch.map((each) => each.key).sort(compareKeys)
        expect(sortMutations(batch)).toEqual(inOrder.map((each) => ({ kind: 'delete', key: each })))
      }),
    )
  })

  it('do not move past a deleted range', () => {
    const range = { kind: 'deleteRange' as const, start: Buffer.from('a'), end: Buffer.from('z') }
    const batch: StoreMutation[] = [
      { kind: 'delete', key: Buffer.from('y') },
      range,
      { kind: 'delete', key: Buffer.from('b') },
    ]
    expect(sortMutations(batch)).toEqual(batch)
    expect(sortMutations([])).toEqual([])
  })
})
