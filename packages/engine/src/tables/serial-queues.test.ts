import { expect, it } from 'vitest'
import { createSerialQueues } from './serial-queues.js'

it('runs tasks of one name in turn and of different names side by side', async () => {
  const queues = createSerialQueues()
  const events: string[] = []
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const first = queues.run('a', async () => {
    events.push('a1 starts')
    await gate
    events.push('a1 ends')
  })
  const second = queues.run('a', async () => {
    events.push('a2')
  })
  await queues.run('b', async () => {
    events.push('b')
  })
  expect(events).toEqual(['a1 starts', 'b'])
  open()
  await Promise.all([first, second])
  expect(events).toEqual(['a1 starts', 'b', 'a1 ends', 'a2'])
})

it('continues after a failure, which only its caller learns of', async () => {
  const queues = createSerialQueues()
  const failing = queues.run('a', () => Promise.reject(new Error('refused')))
  const next = queues.run('a', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('refused')
  expect(await next).toBe('done')
})
