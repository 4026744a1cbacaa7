import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChangeRecord, encodeChangeRecord } from './change-record.js'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
const name = fc.string({ unit: 'binary', maxLength: 255 })
const operation = fc.oneof(
  fc.record({
    op: fc.constantFrom('put', 'delete-one'),
    name,
    timestamp: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  }),
  fc.record({ op: fc.constant('delete-all'), name, timestamp: fc.constant(0n) }),
)
const change = fc.record({
  kind: fc.constantFrom('PUT_ROW', 'UPDATE_ROW', 'DELETE_ROW'),
  rowKey: bytes,
  operations: fc.array(operation, { maxLength: 5 }),
  preImage: fc.option(bytes, { nil: undefined }),
})

test('a change record round-trips', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      expect(decodeChangeRecord(encodeChangeRecord(changes))).toEqual(changes)
    }),
  )
})

test('the put of a row takes four bytes beside its key', () => {
  const rowKey = Buffer.from('key')
  const put = { kind: 'PUT_ROW', rowKey, operations: [], preImage: undefined } as const
  expect(encodeChangeRecord([put]).toString('hex')).toBe('0101' + '00' + '036b6579' + '00')
})

test('an empty pre-image differs from an absent one', () => {
  const preImage = Buffer.alloc(0)
  const change = { kind: 'DELETE_ROW', rowKey: Buffer.of(1), operations: [], preImage } as const
  expect(decodeChangeRecord(encodeChangeRecord([change]))).toEqual([change])
})

test('an unknown version and a truncated record are refused', () => {
  const rowKey = Buffer.from('key')
  const record = encodeChangeRecord([
    { kind: 'PUT_ROW', rowKey, operations: [], preImage: Buffer.alloc(9) },
  ])
  for (let length = 0; length < record.length; length++) {
    expect(() => decodeChangeRecord(record.subarray(0, length))).toThrow('invariant')
  }
  const newer = Buffer.from(record)
  newer[0] = 2
  expect(() => decodeChangeRecord(newer)).toThrow('version 1')
})
