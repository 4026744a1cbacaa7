import { expect, test } from 'vitest'
import { gaps, operationAccesses, operations } from './dispatch-table.js'

test('every operation of the service is listed once: 76 with protobuf and 26 with JSON bodies', () => {
  const names = operationAccesses().map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  const json = [...(gaps['knowledge bases'] ?? []), ...(gaps['memory stores'] ?? [])]
  expect(json).toHaveLength(26)
  expect(names.length - json.length).toBe(76)
})

test('reads need no right to write', () => {
  const reads = [...operations.values()].filter(({ access }) => access === 'read')
  expect(reads.map(({ name }) => name).sort()).toEqual([
    'BatchGetRow',
    'BulkExport',
    'ComputeSplitPointsBySize',
    'ComputeSplits',
    'DescribeSearchIndex',
    'DescribeTable',
    'GetRange',
    'GetRow',
    'ListSearchIndex',
    'ListTable',
    'ParallelScan',
    'Search',
  ])
})

test('only deleting operations run when the disk is full', () => {
  const kept = [...operations.values()].filter(({ freesSpace }) => freesSpace)
  expect(kept.map(({ name }) => name)).toEqual(['DeleteTable', 'DropIndex', 'DeleteSearchIndex'])
})
