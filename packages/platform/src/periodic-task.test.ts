import { expect, it } from 'vitest'
import { startPeriodicTask, unhurried } from './periodic-task.js'

it('repeats, also after a failure', async () => {
  const failures: unknown[] = []
  await new Promise<void>((resolve) => {
    let runs = 0
    const task = startPeriodicTask(
      async () => {
        runs += 1
        if (runs === 1) throw new Error('first')
        if (runs === 3) void task.stop().then(resolve)
      },
      0,
      (error) => failures.push(error),
    )
  })
  expect(failures).toEqual([new Error('first')])
})

it('waits for the run in progress, which is asked to end, and starts no other', async () => {
  let runs = 0
  let ended = false
  let started = (): void => undefined
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  const task = startPeriodicTask(
    async (pace) => {
      runs += 1
      started()
      while (await pace.next()) continue
      ended = true
    },
    0,
    (error) => {
      throw error
    },
  )
  await running
  await task.stop()
  expect(ended).toBe(true)
  await unhurried.next()
  expect(runs).toBe(1)
})
