import { expect, test } from 'vitest'
import { ENGINE_FLOORS, findUpwardImports } from './engine-floors.js'

const messages = (path: string, text: string): string[] =>
  findUpwardImports({ path: `packages/engine/src/${path}`, text }).map(({ message }) => message)

test('an operation on tables does not reach an operation on rows', () => {
  expect(messages('tables/a.ts', "import { putRow } from '../rows/put-row.js'")).toEqual([
    'tables may not import rows',
  ])
})

test.each([
  [
    'stored-rows/a.ts',
    "import type { Table } from '../tables/table.js'",
    'stored-rows may not import tables',
  ],
  [
    'tables/partitions/a.ts',
    "export * from '../../capacity/throttle.js'",
    'tables may not import capacity',
  ],
  ['capacity/a.ts', "await import('../transactions/a.js')", 'capacity may not import transactions'],
  ['transactions/a.ts', "import '../rows/get-row.js'", 'transactions may not import rows'],
  ['rows/a.ts', "import { type B } from '../indexes/b.js'", 'rows may not import indexes'],
  ['rows/a.ts', "import type { Engine } from '../engine.js'", 'rows may not import engine.ts'],
  ['log/a.ts', "import '../memory/b.js'", 'log may not import memory'],
  ['rows/a.ts', "import '../testing/b.js'", 'rows may not import testing'],
  ['attic/a.ts', '', 'attic has no floor'],
])('%s: %s', (path, text, message) => {
  expect(messages(path, text)).toEqual([message])
})

test('imports of lower floors, of the own one and of other packages are fine', () => {
  expect(messages('rows/writing/a.ts', "import { b } from '../../tables/b.js'")).toEqual([])
  expect(messages('rows/writing/a.ts', "import { b } from '../reading/b.js'")).toEqual([])
  expect(messages('engine.ts', "import { b } from './limits.js'")).toEqual([])
  expect(messages('keys/a.ts', "import { b } from '@rowhouse/protocol'")).toEqual([])
})

test('tests may import anything', () => {
  expect(messages('tables/a.test.ts', "import '../rows/put-row.js'")).toEqual([])
  expect(messages('indexes/testing/a.ts', "import '../../open-engine.js'")).toEqual([])
})

test('stored rows, tables, capacity, transactions, rows and indexes stand in this order', () => {
  const order = ['stored-rows', 'tables', 'capacity', 'transactions', 'rows', 'indexes']
  const floors = ENGINE_FLOORS.flat().filter((name) => order.includes(name))
  expect(floors).toEqual(order)
})
