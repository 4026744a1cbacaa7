import { expect, test } from 'vitest'
import { fitted } from './pinned-columns.js'

const column = (name: string, isPinned: boolean) => ({
  name,
  isKey: isPinned,
  isPinned,
  width: 180,
})
const COLUMNS = [column('user', true), column('id', true), column('title', false)]

const pinned = (room: number) => fitted(COLUMNS, 32, room).map(({ isPinned }) => isPinned)

test('columns stay at the left while there is room for the others', () => {
  expect(pinned(1_000)).toEqual([true, true, false])
  expect(pinned(220)).toEqual([true, false, false])
})

test('the first column stays in the narrowest grid', () => {
  expect(pinned(0)).toEqual([true, false, false])
})
