import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskQueue } from './task-queue.js'

const open = (lengthMax: number) => {
  const failed: string[] = []
  const task = (name: string) => ({
    name,
    index: Number(name.split('.')[0]),
    fail: () => {
      failed.push(name)
    },
  })
  return { queue: new TaskQueue<ReturnType<typeof task>>(lengthMax), task, failed }
}

const many = (index: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${index}.${place + 1}`)

test('indexes take turns, whatever the order in which their tasks came', () => {
  const { queue, task } = open(100)
  for (const name of [...many(1, 4), ...many(2, 2), ...many(3, 1)]) queue.push(task(name))
  const order = queue.clear().map(({ name }) => name)
  expect(order).toEqual(['1.1', '2.1', '3.1', '1.2', '2.2', '1.3', '1.4'])
})

test('at the bound the newest of the longest gives way to a shorter one', () => {
  const { queue, task, failed } = open(4)
  for (const name of many(1, 4)) expect(queue.push(task(name))).toBe(true)
  expect(queue.push(task('1.5'))).toBe(false)
  for (const name of many(2, 2)) expect(queue.push(task(name))).toBe(true)
  expect(failed).toEqual(['1.4', '1.3'])
  expect(queue.push(task('2.3'))).toBe(false)
  expect(queue.length).toBe(4)
})

test('what begins again comes first, in its order', () => {
  const { queue, task } = open(4)
  queue.push(task('1.3'))
  queue.pushFirst([task('1.1'), task('1.2')])
  expect(queue.clear().map(({ name }) => name)).toEqual(['1.1', '1.2', '1.3'])
})

test('every task leaves once: by its turn, by removal, or by giving way', () => {
  const step = fc.record({ index: fc.nat(3), action: fc.constantFrom('push', 'shift', 'remove') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { queue, task, failed } = open(5)
      const pushed: ReturnType<typeof task>[] = []
      const left: string[] = []
      for (const [number, { index, action }] of steps.entries()) {
        const next = task(`${index}.${number}`)
        if (action === 'push' && queue.push(next)) pushed.push(next)
        if (action === 'shift') left.push(queue.shift()?.name ?? '')
        const last = pushed.at(-1)
        if (action === 'remove' && last !== undefined) {
          const before = queue.length
          queue.remove(last)
          if (queue.length < before) left.push(last.name)
        }
        expect(queue.length).toBeLessThanOrEqual(5)
      }
      left.push(...failed, ...queue.clear().map(({ name }) => name))
      const names = left.filter((name) => name !== '').sort()
      expect(names).toEqual(pushed.map(({ name }) => name).sort())
      expect(queue.length).toBe(0)
    }),
  )
})
