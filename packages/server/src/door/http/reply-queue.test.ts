import { setImmediate } from 'node:timers/promises'
import { systemClock, WorkTurns } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { ReplyQueue } from './reply-queue.js'

test('replies of one turn are sent together, in order, and never within it', async () => {
  const queue = new ReplyQueue(new WorkTurns(systemClock, 1))
  const sent: string[] = []
  const add = (name: string): void => queue.add({ send: () => sent.push(name) })
  add('first')
  add('second')
  expect(sent).toEqual([])
  await setImmediate()
  expect(sent).toEqual(['first', 'second'])
  add('third')
  expect(sent).toHaveLength(2)
  await setImmediate()
  expect(sent).toEqual(['first', 'second', 'third'])
})

test('a reply that is added while others are sent is sent after them', async () => {
  const queue = new ReplyQueue(new WorkTurns(systemClock, 1))
  const sent: string[] = []
  const second = { send: () => sent.push('second') }
  queue.add({
    send: () => {
      sent.push('first')
      queue.add(second)
    },
  })
  await setImmediate()
  expect(sent).toEqual(['first'])
  await setImmediate()
  expect(sent).toEqual(['first', 'second'])
})

test('replies are sent before the long work of their turn', async () => {
  const clock = manualClock()
  const turns = new WorkTurns(clock, 1)
  const queue = new ReplyQueue(turns)
  const done: string[] = []
  // Two steps fill a turn, so the work continues in the next one, which is scheduled before any reply.
  const working = turns.run(() => {
    done.push('work')
    clock.advance(0.6)
    return done.length > 3
  })
  queue.add({ send: () => done.push('reply') })
  await working
  expect(done).toEqual(['work', 'work', 'reply', 'work'])
})
