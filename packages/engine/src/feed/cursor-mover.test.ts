import { expect, test } from 'vitest'
import { CursorMover } from './cursor-mover.js'

/** Writes that the test completes, in the order in which they began. */
const slowStore = () => {
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const setCursor = (_name: string, position: number): Promise<void> => {
    begun.push(position)
    return new Promise((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)))
    })
  }
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error)
    await new Promise(setImmediate)
  }
  return { store: { setCursor }, begun, end }
}

const nothing = (): void => {}

test('moves during a write are combined into one, and none goes back', async () => {
  const { store, begun, end } = slowStore()
  const mover = new CursorMover(store, 'one', nothing)
  for (const position of [5, 6, 9, 7]) mover.moveTo(position)
  await end()
  await end()
  await mover.close()
  expect(begun).toEqual([5, 9])
})

test('a position that is set wins over moves that are still to be written', async () => {
  const { store, begun, end } = slowStore()
  const mover = new CursorMover(store, 'one', nothing)
  mover.moveTo(5)
  mover.moveTo(7)
  let isSet = false
  const set = mover.set(20).then(() => {
    isSet = true
  })
  mover.moveTo(9)
  await end()
  expect(begun.slice(1)).toEqual([20])
  await end()
  expect(isSet).toBe(false)
  await end()
  await set
  expect(begun).not.toContain(7)
  expect(begun.at(-1)).toBe(20)
  mover.moveTo(21)
  expect(begun.at(-1)).toBe(21)
})

test('a cursor can be set back, and moves on from there', async () => {
  const { store, begun, end } = slowStore()
  const mover = new CursorMover(store, 'one', nothing)
  mover.moveTo(50)
  await end()
  const set = mover.set(10)
  await Promise.resolve()
  await end()
  await set
  mover.moveTo(11)
  expect(begun).toEqual([50, 10, 11])
})

test('a failure to move a cursor is reported, a failure to set one is thrown', async () => {
  const { store, begun, end } = slowStore()
  const told: unknown[] = []
  const mover = new CursorMover(store, 'one', (error) => told.push(error))
  const full = new Error('no space left')
  mover.moveTo(5)
  await end(full)
  expect(told).toEqual([full])
  const refused = mover.set(6).catch((error: unknown) => error)
  await Promise.resolve()
  await end(full)
  expect(await refused).toBe(full)
  expect(begun).toEqual([5, 6])
})
