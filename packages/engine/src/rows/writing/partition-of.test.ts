import { InvariantError } from '@rowhouse/platform'
import { stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { encodeRowKey } from '../../keys/encode-key.js'
import { partitionOf } from './partition-of.js'

const cell = { name: 'pk', operation: undefined, timestamp: undefined }
const value = stringVariant('a')

test('a complete key and one to be generated have the same partition', () => {
  const primaryKey = [{ ...cell, value }]
  const rowKey = encodeRowKey([value, stringVariant('b')])
  expect(partitionOf({ primaryKey, rowKey })).toEqual(
    partitionOf({ primaryKey, rowKey: undefined }),
  )
})

test('a write without a partition-key value breaks an invariant', () => {
  for (const primaryKey of [[], [{ ...cell, value: undefined }]])
    expect(() => partitionOf({ primaryKey, rowKey: undefined })).toThrow(InvariantError)
})
