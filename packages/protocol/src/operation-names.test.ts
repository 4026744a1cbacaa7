import { expect, test } from 'vitest'
import { operationNames } from './operation-names.js'

test('76 operations use protobuf and 26 use JSON, each listed once', () => {
  const count = { protobuf: 0, json: 0 }
  for (const operation of operationNames) count[operation.encoding] += 1
  expect(count).toEqual({ protobuf: 76, json: 26 })
  expect(new Set(operationNames.map((operation) => operation.name)).size).toBe(102)
})

test('a read-only key may read rows and tables, and may not change them', () => {
  const kinds = new Map(operationNames.map(({ name, kind }) => [name, kind]))
  const kindsOf = (...names: string[]) => names.map((name) => kinds.get(name))
  const reads = ['GetRow', 'BatchGetRow', 'GetRange', 'ListTable', 'DescribeTable']
  expect(new Set(kindsOf(...reads))).toEqual(new Set(['read']))
  const rows = ['PutRow', 'UpdateRow', 'DeleteRow', 'BatchWriteRow', 'BulkImport']
  const tables = ['CreateTable', 'UpdateTable', 'DeleteTable', 'AddDefinedColumn']
  expect(new Set(kindsOf(...rows, ...tables, 'DeleteDefinedColumn'))).toEqual(new Set(['write']))
})
