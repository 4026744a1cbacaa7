import { expect, test } from 'vitest'
import { PartitionLoad } from './partition-load.js'

test('pages without rows count as load of the moment when they are read', () => {
  const load = new PartitionLoad()
  load.read(0, 100, 0)
  load.tick(1000, 1)
  expect(load.isIdle).toBe(false)
  const { unitsRead } = load.rates
  expect(unitsRead).toBeGreaterThan(0)
  expect(load.minutes).toMatchObject([{ minute: 0, unitsRead: 100 }])
  load.tick(2000, 1)
  expect(load.rates.unitsRead).toBeLessThan(unitsRead)
})

test('an unused partition becomes idle again', () => {
  const load = new PartitionLoad()
  load.read(0, 1, 0)
  load.write(1, 1, 10)
  for (let second = 1; second <= 3600; second++) load.tick(second, 1)
  expect(load.isIdle).toBe(true)
  expect(load.unitsPerSecond).toBe(0)
})
