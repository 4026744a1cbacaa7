import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LinkedList, type ListEntry } from './linked-list.js'

test('members keep their order, whichever of them leave', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat({ max: 30 }), { nil: undefined })), (steps) => {
      const list = new LinkedList<number>()
      const model: ListEntry<number>[] = []
      steps.forEach((leaves, step) => {
        if (leaves === undefined || model.length === 0) model.push(list.add(step))
        else for (const entry of model.splice(leaves % model.length, 1)) list.remove(entry)
        expect(list.entries()).toEqual(model)
        expect(list.size).toBe(model.length)
      })
    }),
  )
})

test('a member leaves once, and refers to none of the others then', () => {
  const list = new LinkedList<string>()
  const [first, second, third] = [list.add('first'), list.add('second'), list.add('third')]
  expect(list.remove(second)).toBe(true)
  expect(list.remove(second)).toBe(false)
  expect([second.previous, second.next]).toEqual([undefined, undefined])
  expect(first.next).toBe(third)
  expect(list.values()).toEqual(['first', 'third'])
})

test('the first member that passes a test is found', () => {
  const list = new LinkedList<number>()
  for (const value of [1, 2, 3, 4]) list.add(value)
  expect(list.find((value) => value % 2 === 0)?.value).toBe(2)
  expect(list.find((value) => value > 4)).toBe(undefined)
})
