import { expect, test } from 'vitest'
import { type RowEdits, changeOf, rebased, withCell } from './row-edit.js'

const KEY = [{ name: 'id', value: 5n }]
const NONE: RowEdits = new Map()

test('an edit is written only over what was shown', () => {
  const first = withCell(NONE, KEY, { column: 'a', before: 1n, after: 2n })
  const both = withCell(first, KEY, { column: 'b', before: undefined, after: 'new' })
  const [edit] = both.values()
  expect(edit && changeOf(edit)).toEqual({
    kind: 'update',
    key: KEY,
    put: [
      { name: 'a', value: 2n },
      { name: 'b', value: 'new' },
    ],
    deleted: [],
    increments: [],
    condition: 'exist',
    columnCondition: {
      kind: 'and',
      filters: [
        { kind: 'compare', column: 'a', comparison: '=', value: 1n, passesIfMissing: false },
        { kind: 'compare', column: 'b', comparison: '=', value: 'new', passesIfMissing: true },
      ],
    },
  })
})

test('a column that is taken out must still have its value', () => {
  const [edit] = withCell(NONE, KEY, { column: 'a', before: true, after: undefined }).values()
  expect(edit && changeOf(edit)).toMatchObject({
    put: [],
    deleted: ['a'],
    columnCondition: { column: 'a', value: true, passesIfMissing: false },
  })
})

test('a second edit of a cell keeps what was shown first, and one back to it is none', () => {
  const first = withCell(NONE, KEY, { column: 'a', before: 1n, after: 2n })
  const second = withCell(first, KEY, { column: 'a', before: 2n, after: 3n })
  expect([...second.values()]).toEqual([
    { key: KEY, cells: [{ column: 'a', before: 1n, after: 3n }] },
  ])
  expect(withCell(second, KEY, { column: 'a', before: 3n, after: 1n }).size).toBe(0)
})

test('bytes are compared by their content', () => {
  const bytes = { column: 'a', before: new Uint8Array([1]), after: new Uint8Array([1]) }
  expect(withCell(NONE, KEY, bytes).size).toBe(0)
})

test('an edit over what is there now expects that', () => {
  const edit = { key: KEY, cells: [{ column: 'a', before: 1n, after: 2n }] }
  const now = { key: KEY, columns: [{ name: 'a', value: 7n }] }
  expect(rebased(edit, now).cells).toEqual([{ column: 'a', before: 7n, after: 2n }])
})
