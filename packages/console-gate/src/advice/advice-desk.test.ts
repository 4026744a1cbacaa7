import { createSampler } from '@rowhouse/practices'
import { afterEach, expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import { ADVICE_THREAD } from '../testing/console-fixture.js'
import { AdviceDesk } from './advice-desk.js'

const desks: AdviceDesk[] = []
afterEach(() => Promise.all(desks.splice(0).map((desk) => desk.close())))

function openDesk(entry = ADVICE_THREAD): AdviceDesk {
  const desk = new AdviceDesk(entry)
  desks.push(desk)
  return desk
}

const NEVER = new AbortController().signal

function sampleOf(rows: number) {
  const sampler = createSampler(['id', 'state'])
  for (let row = 0; row < rows; row++) sampler.add([`id-${(row * 7919) % rows}`, `s${row % 3}`])
  return sampler.finish()
}

test('advice comes from the thread, in the order in which it is wanted', async () => {
  const desk = openDesk()
  const [first, second] = await Promise.all([
    desk.advise(sampleOf(500), NEVER),
    desk.advise(sampleOf(400), NEVER),
  ])
  expect(first.rows).toBe(500)
  expect(second.rows).toBe(400)
  expect(first.keys[0]).toMatchObject({ columns: ['id'], verdict: 'good' })
  expect(first.keys.at(-1)?.verdict).toBe('bad')
})

test('who has left is not answered, and the next one is', async () => {
  const desk = openDesk()
  const [running, waiting] = [new AbortController(), new AbortController()]
  const left = desk.advise(sampleOf(1_000), running.signal)
  const leftInLine = desk.advise(sampleOf(1_000), waiting.signal)
  const stays = desk.advise(sampleOf(300), NEVER)
  waiting.abort(new Error('left the line'))
  running.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await expect(leftInLine).rejects.toThrow('left the line')
  expect((await stays).rows).toBe(300)
  await expect(desk.advise(sampleOf(10), running.signal)).rejects.toThrow('left')
})

test('no more than a few tables wait', async () => {
  const { ADVICE_WAITING_MAX } = consoleLimits
  const busy = openDesk()
  const wanted = Array.from({ length: ADVICE_WAITING_MAX + 1 }, () =>
    busy.advise(sampleOf(300), NEVER),
  )
  await expect(busy.advise(sampleOf(300), NEVER)).rejects.toThrow('too many tables')
  expect(await Promise.all(wanted)).toHaveLength(ADVICE_WAITING_MAX + 1)
})

test('a thread that ends fails what it was at, and another one begins', async () => {
  const broken = openDesk(new URL('data:text/javascript,process.exit(3)'))
  await expect(broken.advise(sampleOf(10), NEVER)).rejects.toThrow('ended with code 3')
  expect(broken.isRunning).toBe(false)
})

test('nothing is begun once it is closed', async () => {
  const closed = openDesk()
  const running = closed.advise(sampleOf(1_000), NEVER)
  const closes = closed.close()
  await expect(running).rejects.toThrow('closing')
  await closes
  await expect(closed.advise(sampleOf(10), NEVER)).rejects.toThrow('closing')
})
