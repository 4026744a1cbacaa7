import { expect, it } from 'vitest'
import { BlockSlots, DATA_WORTH } from './block-slots.js'

const FILE = 1

function slotsWith(...positions: number[]): BlockSlots {
  const slots = new BlockSlots(positions.length)
  for (const position of positions) slots.unpin(slots.take(FILE, position))
  return slots
}

const use = (slots: BlockSlots, position: number): void =>
  slots.use(slots.find(FILE, position), DATA_WORTH)

it('gives up what was used once, as a walk does, before what was used again', () => {
  const slots = slotsWith(10, 20, 30, 40)
  for (const position of [10, 10, 20, 30, 40]) use(slots, position)
  slots.take(FILE, 50)
  expect([10, 20, 30, 40, 50].filter((position) => slots.find(FILE, position) < 0)).toEqual([20])
})

it('spares what was read ahead and is still to be used', () => {
  const slots = slotsWith(10, 20, 30)
  use(slots, 20)
  slots.take(FILE, 40)
  expect(slots.find(FILE, 20)).toBe(-1)
})

it('has no slot while all are pinned', () => {
  const slots = slotsWith(10, 20)
  for (const position of [10, 20]) slots.pin(slots.find(FILE, position))
  expect(slots.take(FILE, 30)).toBe(-1)
  slots.unpin(slots.find(FILE, 20))
  expect(slots.take(FILE, 30)).toBeGreaterThanOrEqual(0)
  expect(slots.find(FILE, 20)).toBe(-1)
})
