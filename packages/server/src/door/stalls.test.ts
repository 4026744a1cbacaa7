import { once } from 'node:events'
import { Socket, connect } from 'node:net'
import { systemClock, WorkTurns } from '@rowhouse/platform'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { NOW, bounds, RawClient, doorsOfTest, requestBytes } from '../testing/door-fixture.js'
import { HttpServer } from './http/http-server.js'
import { type Swept, startSweeping } from './sweeping.js'

const start = doorsOfTest(afterEach)
const STALL = 60_000
const httpBounds = {
  connectionsMax: 4,
  headTimeout: 10_000,
  requestTimeout: 10_000,
  silenceTimeout: 7_000,
  keepAliveTimeout: 10_000,
  sweepInterval: 500,
}

/** A clock that a test can move forward, as a pause of the machine does. */
const pausable = () => {
  let paused = 0
  let asked = 0
  let wake: () => void = () => {}
  const clock = {
    now: () => NOW,
    monotonic: () => {
      asked++
      wake()
      return performance.now() + paused
    },
  }
  return {
    clock,
    pause: (milliseconds: number): void => {
      paused += milliseconds
    },
    /** Waits until the clock was read `count` times. Without requests only ticks read it. */
    ticks: async (count: number): Promise<void> => {
      const until = asked + count
      while (asked < until) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

interface Ticks {
  readonly swept: Swept
  readonly ticks: { readonly now: number; readonly isLate: boolean }[]
  readonly sweeps: number[]
  /** Resolves after `count` sweeps. */
  after(count: number): Promise<void>
}

const watched = (onTick: (count: number) => void = () => {}): Ticks => {
  const ticks: { now: number; isLate: boolean }[] = []
  const sweeps: number[] = []
  let wake: () => void = () => {}
  return {
    ticks,
    sweeps,
    swept: {
      tick: (now, isLate) => {
        ticks.push({ now, isLate })
        onTick(ticks.length)
      },
      sweep: (now) => {
        sweeps.push(now)
        wake()
      },
    },
    after: async (count) => {
      while (sweeps.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

test('a stall does not count as time, but of consecutive late ticks only the first is one', async () => {
  let time = 0
  // Four ticks: on time, late, late again, on time.
  const steps = [10, 10_000, 10_000, 10]
  const clock = { monotonic: () => (time += steps.shift() ?? 10) }
  steps.unshift(0)
  const { swept, ticks, sweeps, after } = watched()
  const sweeping = startSweeping([swept], clock, 10)
  await after(4)
  sweeping.stop()
  expect(ticks.slice(0, 4)).toEqual([
    { now: 10, isLate: false },
    { now: 20, isLate: true },
    { now: 10_020, isLate: false },
    { now: 10_030, isLate: false },
  ])
  expect(sweeps.slice(0, 4)).toEqual([10, 20, 10_020, 10_030])
})

test('a sweep runs after bytes that have already arrived are read', async () => {
  const order: string[] = []
  const { swept, after } = watched((count) => {
    if (count === 1) setImmediate(() => order.push('read'))
  })
  const ordered: Swept = {
    tick: swept.tick,
    sweep: (now) => {
      order.push('sweep')
      swept.sweep(now)
    },
  }
  const sweeping = startSweeping([ordered], { monotonic: () => 0 }, 1)
  await after(1)
  sweeping.stop()
  expect(order.slice(0, 2)).toEqual(['read', 'sweep'])
})

test('a request in transit while the machine is paused is answered', async () => {
  const { clock, pause, ticks } = pausable()
  const slow = { ...bounds, headTimeout: 30_000, bodyTimeout: 5_000 }
  const { port } = await start({ clock, bounds: { ...slow, keepAliveTimeout: 30_000 } })
  const body = Buffer.from('a body')
  const bytes = requestBytes({ body })
  const inHead = new RawClient(port).send(bytes.subarray(0, 30))
  const fresh = new RawClient(port)
  const inBody = new RawClient(port).send(bytes.subarray(0, -1))
  // The door has read all of them once a later one is answered.
  const idle = new RawClient(port).send(bytes)
  expect((await idle.reply()).status).toBe(200)
  pause(STALL)
  await ticks(1)
  inBody.send(bytes.subarray(-1))
  expect((await inBody.reply()).status).toBe(200)
  inHead.send(bytes.subarray(30))
  expect((await inHead.reply()).status).toBe(200)
  for (const client of [fresh, idle]) {
    expect((await client.send(bytes).reply()).status).toBe(200)
    client.socket.destroy()
  }
  inBody.socket.destroy()
  inHead.socket.destroy()
})

test('a client with a reply to take is not held responsible for a stall', async () => {
  const handler = {
    begin: () => ({ take() {}, complete() {}, broken() {}, gone() {}, written() {}, taken() {} }),
    refuse: () => ({ status: 408, headers: '', body: Buffer.alloc(0), close: true }),
  }
  const turns = new WorkTurns(systemClock)
  const http = new HttpServer({ handler, bounds: httpBounds, tls: undefined, turns, now: 0 })
  const connected = once(http.server, 'connection')
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve))
  const address = http.server.address()
  const client = connect(address !== null && typeof address === 'object' ? address.port : 0)
  const [socket] = z.tuple([z.instanceof(Socket)]).parse(await connected)
  http.tick(500, true)
  socket.emit('timeout')
  expect([socket.destroyed, socket.timeout]).toEqual([false, httpBounds.silenceTimeout])
  http.tick(1000, false)
  socket.emit('timeout')
  expect(socket.destroyed).toBe(true)
  client.destroy()
  http.server.close()
})
