import { expect, test } from 'vitest'
import { PendingRow } from './pending-row.js'

test('its promise ends as the row does, whether it is asked for before or after', async () => {
  const [written, late, failed] = [1, 2, 3].map(() => new PendingRow(undefined))
  const error = new Error('refused')
  const before = Promise.allSettled([written, failed])
  written?.resolve()
  late?.resolve()
  failed?.reject(error)
  expect(await before).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: error },
  ])
  await late
  await expect(failed?.then(() => 'written')).rejects.toBe(error)
  expect(await failed?.catch(() => 'caught')).toBe('caught')
  let isOver = false
  await written?.finally(() => {
    isOver = true
  })
  expect(isOver).toBe(true)
})

test('a failure that nobody has asked about is told to the process', async () => {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  try {
    const told = new Promise((resolve) => process.once('unhandledRejection', resolve))
    const error = new Error('refused')
    new PendingRow(undefined).reject(error)
    expect(await told).toBe(error)
  } finally {
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
})
