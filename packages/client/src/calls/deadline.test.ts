import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Deadline } from './deadline.js'

test('many calls share a signal without a warning of Node.js, and all of them end with it', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const controller = new AbortController()
  const deadlines = Array.from({ length: 100 }, () => new Deadline(60_000, controller.signal))
  await setImmediate()
  expect(warnings).toEqual([])
  controller.abort('enough')
  for (const deadline of deadlines) {
    expect(deadline.reason).toMatchObject({ code: 'ClientAborted', cause: 'enough' })
    deadline.clear()
  }
})
