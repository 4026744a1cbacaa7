import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskQueue } from './task-queue.js'

const open = (lengthMax: number) => {
  const failed: string[] = []
  const task = (name: string, { due = 0, cost = 1 } = {}) => ({
    name,
    index: Number(name.split('.')[0]),
    due,
    cost,
    fail: () => {
      failed.push(name)
    },
  })
  return { queue: new TaskQueue<ReturnType<typeof task>>(lengthMax), task, failed }
}

const many = (index: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${index}.${place + 1}`)

test('indexes take turns, whatever the order of their tasks', () => {
  const { queue, task } = open(100)
  for (const name of [...many(1, 4), ...many(2, 2), ...many(3, 1)]) queue.push(task(name))
  const order = queue.clear().map(({ name }) => name)
  expect(order).toEqual(['1.1', '2.1', '3.1', '1.2', '2.2', '1.3', '1.4'])
})

test('an index whose tasks take long has its turn less often', () => {
  const { queue, task } = open(100)
  for (const name of many(1, 3)) queue.push(task(name, { cost: 3 }))
  for (const name of many(2, 6)) queue.push(task(name))
  const order = queue.clear().map(({ name }) => name)
  expect(order).toEqual(['1.1', '2.1', '2.2', '2.3', '1.2', '2.4', '2.5', '2.6', '1.3'])
})

test('an index that returns begins level with the others, and one that has used much waits', () => {
  const { queue, task } = open(100)
  for (const name of many(1, 9)) queue.push(task(name))
  for (const name of many(1, 5)) expect(queue.shift()?.name).toBe(name)
  queue.push(task('2.1', { cost: 2 }))
  expect(queue.shift()?.name).toBe('2.1')
  // The index had no tasks in between, and its used time is still counted.
  queue.push(task('2.2'))
  const order = queue.clear().map(({ name }) => name)
  expect(order).toEqual(['1.6', '1.7', '2.2', '1.8', '1.9'])
})

test('used time is forgotten once no task waits', () => {
  const { queue, task } = open(100)
  queue.push(task('1.1', { cost: 100 }))
  queue.push(task('2.1'))
  queue.shift()
  queue.rest()
  // A task was waiting, so nothing was forgotten.
  queue.push(task('1.2', { cost: 100 }))
  queue.push(task('2.2'))
  for (const name of ['2.1', '2.2', '1.2']) expect(queue.shift()?.name).toBe(name)
  queue.rest()
  for (const name of [...many(3, 2), ...many(1, 2)]) queue.push(task(name))
  expect(queue.clear().map(({ name }) => name)).toEqual(['3.1', '1.1', '3.2', '1.2'])
})

test('tasks of one index leave by their due time, then by their arrival', () => {
  const { queue, task } = open(100)
  const dues = [4, 2, 4, 1, 2]
  for (const [number, due] of dues.entries()) queue.push(task(`1.${number}`, { due }))
  expect(queue.peek()?.name).toBe('1.3')
  expect(queue.clear().map(({ name }) => name)).toEqual(['1.3', '1.1', '1.4', '1.0', '1.2'])
})

test('at the bound the last task of the longest queue is dropped for one of a shorter queue', () => {
  const { queue, task, failed } = open(4)
  for (const name of many(1, 4)) expect(queue.push(task(name))).toBe(true)
  expect(queue.push(task('1.5'))).toBe(false)
  for (const name of many(2, 2)) expect(queue.push(task(name))).toBe(true)
  expect(failed).toEqual(['1.4', '1.3'])
  expect(queue.push(task('2.3'))).toBe(false)
  expect(queue.length).toBe(4)
})

test('restarted tasks go first, in their order', () => {
  const { queue, task } = open(4)
  queue.push(task('1.3'))
  queue.pushFirst([task('1.1'), task('1.2')])
  expect(queue.clear().map(({ name }) => name)).toEqual(['1.1', '1.2', '1.3'])
})

test('every task leaves once: by its turn, by removal, or by being dropped', () => {
  const step = fc.record({
    index: fc.nat(3),
    due: fc.nat(5),
    cost: fc.nat(5),
    action: fc.constantFrom('push', 'shift', 'remove'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { queue, task, failed } = open(5)
      const pushed: ReturnType<typeof task>[] = []
      const left: string[] = []
      for (const [number, { index, action, due, cost }] of steps.entries()) {
        const next = task(`${index}.${number}`, { due, cost })
        if (action === 'push' && queue.push(next)) pushed.push(next)
        if (action === 'shift') {
          const first = queue.peek()
          expect(queue.shift()).toBe(first)
          left.push(first?.name ?? '')
        }
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

test('a task that arrives after another is due does not go before it', () => {
  const arrival = fc.record({ wait: fc.nat(9), slack: fc.nat(30), isServed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 100 }), (arrivals) => {
      const { queue, task } = open(1000)
      let now = 0
      const cameAt = new Map<string, number>()
      const served: { name: string; due: number }[] = []
      const serve = (): void => {
        const next = queue.shift()
        if (next !== undefined) served.push(next)
      }
      for (const [number, { wait, slack, isServed }] of arrivals.entries()) {
        now += wait
        const next = task(`1.${number}`, { due: now + slack })
        cameAt.set(next.name, now)
        queue.push(next)
        if (isServed) serve()
      }
      while (queue.length > 0) serve()
      for (const [place, { due }] of served.entries()) {
        for (const { name } of served.slice(0, place)) {
          expect(cameAt.get(name)).toBeLessThanOrEqual(due)
        }
      }
    }),
  )
})

test('a fitting task is taken from its place, from the index that has used least', () => {
  const { queue, task } = open(100)
  queue.push(task('1.1', { cost: 9 }))
  queue.push(task('1.2', { cost: 9 }))
  queue.push(task('1.3'))
  queue.push(task('2.1'))
  queue.push(task('2.2'))
  const short = ({ cost }: { readonly cost: number }): boolean => cost < 9
  expect(queue.shift()?.name).toBe('1.1')
  expect(queue.shiftFitting(short)?.name).toBe('2.1')
  expect(queue.shiftFitting(short)?.name).toBe('2.2')
  expect(queue.shiftFitting(short)?.name).toBe('1.3')
  expect(queue.shiftFitting(short)).toBeUndefined()
  expect(queue.length).toBe(1)
  expect(queue.shift()?.name).toBe('1.2')
})
