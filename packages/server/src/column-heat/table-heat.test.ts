import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { TableHeat } from './table-heat.js'

const touch = (name: string, weight = 1) => ({
  table: 't',
  kind: 'read' as const,
  isWhole: false,
  keyBytes: 10,
  columns: [{ name, bytes: 100 }],
  weight,
})

test('columns past the bound are told as uncounted, until others have faded', () => {
  const heat = new TableHeat()
  for (let nth = 0; nth < serverLimits.HEAT_COLUMNS_PER_TABLE_MAX; nth++)
    heat.add(touch(`c${nth}`, nth === 0 ? 1 : 0.015))
  heat.add(touch('late', 3))
  expect(heat.columns.has('late')).toBe(false)
  expect(heat.uncounted).toBe(3)
  heat.fade(0.5)
  expect([...heat.columns.keys()]).toEqual(['c0'])
  expect(heat.columns.get('c0')).toMatchObject({ reads: 0.5, namedReads: 0.5, bytesRead: 50 })
  expect(heat.uncounted).toBe(1.5)
  heat.add(touch('late'))
  expect(heat.columns.get('late')?.reads).toBe(1)
})
