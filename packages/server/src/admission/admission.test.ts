import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Admission, type AdmissionBounds, type DefaultLimits } from './admission.js'
import type { Place } from './tenant.js'

const BOUNDS: AdmissionBounds = {
  requestsMax: 20,
  bytesMax: 10_000,
  runningMax: 4,
  runningBytesMax: 5_000,
  runningWritesMax: 4,
  runningOwn: 1,
}
const NO_LIMITS: DefaultLimits = { instance: {}, key: {} }

/**
 * Admits requests by name, writes in capitals. Returns their outcomes in order, and a function to end
 * them.
 */
const open = (bounds: Partial<AdmissionBounds> = {}, defaults: DefaultLimits = NO_LIMITS) => {
  let now = 0
  const admission = new Admission({ ...BOUNDS, ...bounds }, defaults, () => now)
  const events: string[] = []
  const running = new Map<string, Place>()
  const enter = (name: string, bytes = 1, keyId = ''): void =>
    admission.enter({
      instance: name.replace(/\d+$/, '').toLowerCase(),
      keyId,
      bytes,
      isWrite: name !== name.toLowerCase(),
      start: (place) => {
        events.push(name)
        running.set(name, place)
      },
      refuse: () => events.push(`-${name}`),
    })
  const finish = (name: string): void => {
    const place = running.get(name)
    if (place === undefined) throw new Error(`${name} does not run`)
    running.delete(name)
    admission.leave(place)
  }
  const happened = (): string => events.splice(0).join(' ')
  return { admission, enter, finish, happened, running, advance: (ms: number) => (now += ms) }
}

const many = (instance: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${instance}${index + 1}`)

describe('places for reads', () => {
  test('reads overtake writes that hold all places for writes', () => {
    const { enter, happened, finish } = open({ runningMax: 5, runningWritesMax: 2 })
    for (const name of ['A1', 'A2', 'A3', 'A4', 'a5', 'B1', 'B2', 'b3']) enter(name)
    expect(happened()).toBe('A1 A2 a5 B1 b3')
    enter('a6')
    expect(happened()).toBe('')
    finish('a5')
    expect(happened()).toBe('a6')
    // The second instance has a place of its own, so three writes run now.
    finish('A1')
    expect(happened()).toBe('')
    for (const name of ['A2', 'B1', 'B2']) finish(name)
    expect(happened()).toBe('B2 A3 A4')
  })

  test('waiting reads overtake waiting writes while writes have no place', () => {
    const { enter, happened, finish } = open({ runningMax: 3, runningWritesMax: 2 })
    for (const name of ['A1', 'A2', 'A3', 'a4', 'a5', 'a6']) enter(name)
    expect(happened()).toBe('A1 A2 a4')
    finish('a4')
    expect(happened()).toBe('a5')
    finish('A1')
    expect(happened()).toBe('A3')
    finish('A2')
    expect(happened()).toBe('a6')
  })
})

describe('fairness', () => {
  test('one instance alone may use all places', () => {
    const { enter, happened, finish } = open()
    for (const name of many('a', 6)) enter(name)
    expect(happened()).toBe('a1 a2 a3 a4')
    finish('a2')
    expect(happened()).toBe('a5')
  })

  test('another instance has places of its own, however many requests wait', () => {
    const { enter, happened } = open()
    for (const name of many('a', 20)) enter(name)
    happened()
    enter('b1')
    expect(happened()).toBe('b1 -a20')
  })

  test('waiting instances take turns, in whatever order their requests came', () => {
    const { enter, happened, finish, running } = open({ runningMax: 1 })
    for (const name of [...many('a', 6), ...many('b', 4), ...many('c', 3)]) enter(name)
    expect(happened()).toBe('a1 b1 c1')
    const order: string[] = []
    for (let next = 'a1'; next !== ''; next = [...running.keys()][0] ?? '') {
      finish(next)
      order.push(...happened().split(' '))
    }
    // Every instance has one request running, and none gets further ahead than that.
    expect(order.filter((name) => name !== '').join(' ')).toBe('a2 b2 c2 a3 b3 c3 a4 b4 a5 a6')
  })

  test('when all places are taken, the largest instance loses its newest request to a smaller one', () => {
    const { enter, happened } = open({ requestsMax: 10 })
    for (const name of many('a', 10)) enter(name)
    happened()
    enter('a11')
    expect(happened()).toBe('-a11')
    for (const name of many('b', 7)) enter(name)
    expect(happened()).toBe('b1 -a10 -a9 -a8 -a7 -a6 -b6 -b7')
  })

  test('the same holds for bytes', () => {
    const { enter, happened } = open({ bytesMax: 1_000, runningBytesMax: 500 })
    for (const name of many('a', 10)) enter(name, 100)
    expect(happened()).toBe('a1 a2 a3 a4')
    enter('b1', 350)
    expect(happened()).toBe('b1 -a7 -a8 -a9 -a10')
    enter('b2', 600)
    expect(happened()).toBe('-b2')
    enter('c1', 1_001)
    expect(happened()).toBe('-c1')
  })

  test('small requests do not overtake a large one for ever', () => {
    const { enter, happened, finish } = open({ runningBytesMax: 1_000 })
    enter('a1', 900)
    enter('a2', 900)
    enter('a3', 1)
    expect(happened()).toBe('a1')
    finish('a1')
    expect(happened()).toBe('a2 a3')
  })
})

describe('limits', () => {
  const instance = (name: string, limits: object, keyLimits?: object) => ({
    name,
    type: 'performance' as const,
    limits,
    keys: [
      {
        id: 'k1',
        secret: 's',
        access: 'read-write' as const,
        stsToken: undefined,
        limits: keyLimits,
      },
      { id: 'k2', secret: 's', access: 'read-write' as const, stsToken: undefined },
    ],
  })

  test('one instance does not use up the limits of another', () => {
    const { admission, enter, happened, finish } = open()
    admission.setInstances([instance('a', { concurrent: 1 }), instance('b', {})])
    for (const name of ['a1', 'a2', 'b1', 'b2']) enter(name)
    expect(happened()).toBe('a1 -a2 b1 b2')
    finish('a1')
    enter('a3')
    expect(happened()).toBe('a3')
  })

  test('limits of a key hold beside those of its instance', () => {
    const { admission, enter, happened } = open()
    admission.setInstances([instance('a', { concurrent: 3 }, { concurrent: 1 })])
    enter('a1', 1, 'k1')
    enter('a2', 1, 'k1')
    for (const name of ['a3', 'a4', 'a5']) enter(name, 1, 'k2')
    expect(happened()).toBe('a1 -a2 a3 a4 -a5')
    const [figures] = admission.figures()
    expect(figures).toMatchObject({ inFlight: 3, limitRefusals: new Map([['concurrent', 2]]) })
  })

  test('the defaults apply where no limit is stored', () => {
    const defaults = { instance: { requestsPerSecond: 3 }, key: { requestsPerSecond: 2 } }
    const { admission, enter, happened, advance } = open({}, defaults)
    admission.setInstances([instance('a', {}), instance('b', { requestsPerSecond: 'none' })])
    for (const name of ['a1', 'a2', 'a3']) enter(name, 1, 'k1')
    for (const name of ['a4', 'a5']) enter(name, 1, 'k2')
    for (const name of many('b', 5)) enter(name)
    expect(happened()).toBe('a1 a2 -a3 a4 -a5 b1')
    advance(1_000)
    enter('a6', 1, 'k1')
    expect(admission.inFlight).toBe(9)
  })

  test('a change while requests are in flight neither counts nor forgets any of them twice', () => {
    const { admission, enter, finish, happened } = open()
    admission.setInstances([instance('a', {})])
    enter('a1', 1, 'k1')
    admission.setInstances([instance('a', {}, { concurrent: 1 })])
    enter('a2', 1, 'k1')
    admission.setInstances([])
    finish('a1')
    finish('a2')
    admission.setInstances([])
    expect([...admission.figures()]).toEqual([])
    expect(admission.inFlight).toBe(0)
    expect(happened()).toBe('a1 a2')
  })
})

test('random requests never pass the bounds, none is lost, and none waits while there is room', () => {
  const step = fc.oneof(
    fc.record({
      instance: fc.constantFrom('a', 'b', 'c', 'A', 'B', 'C'),
      bytes: fc.integer({ min: 0, max: 3_000 }),
    }),
    fc.record({ finish: fc.nat(100) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { admission, enter, finish, happened, running } = open({ runningWritesMax: 2 })
      const ended: string[] = []
      const note = (): void => {
        ended.push(...happened().split(' '))
      }
      let entered = 0
      for (const one of steps) {
        if ('finish' in one) {
          const names = [...running.keys()]
          const name = names[one.finish % Math.max(names.length, 1)]
          if (name !== undefined) finish(name)
        } else {
          entered += 1
          enter(`${one.instance}${entered}`, one.bytes)
        }
        note()
        expect(admission.inFlight).toBeLessThanOrEqual(BOUNDS.requestsMax)
        expect(admission.bytesInFlight).toBeLessThanOrEqual(BOUNDS.bytesMax)
        expect(running.size).toBeLessThanOrEqual(BOUNDS.runningMax + 3 * BOUNDS.runningOwn)
        const writes = [...running.keys()].filter((name) => name !== name.toLowerCase())
        expect(writes.length).toBeLessThanOrEqual(2 + 3 * BOUNDS.runningOwn)
      }
      // Requests that start meanwhile are added to the map, and the same loop finishes them.
      for (const name of running.keys()) finish(name)
      note()
      expect(admission.inFlight).toBe(0)
      expect(admission.bytesInFlight).toBe(0)
      expect(ended.filter((name) => name !== '' && !name.startsWith('-')).length).toBe(
        entered - ended.filter((name) => name.startsWith('-')).length,
      )
    }),
  )
})

describe('requests that wait for memory', () => {
  test('give their place to another request until they continue', async () => {
    const { admission, enter, happened, running, finish } = open()
    for (const name of many('a', 6)) enter(name)
    expect(happened()).toBe('a1 a2 a3 a4')
    const place = running.get('a1')
    if (place === undefined) throw new Error('a1 runs')
    admission.pause(place)
    await Promise.resolve()
    expect(happened()).toBe('a5')
    admission.resume(place)
    finish('a2')
    expect(happened()).toBe('')
    finish('a1')
    expect(happened()).toBe('a6')
    for (const name of ['a3', 'a4', 'a5', 'a6']) finish(name)
    expect([admission.inFlight, admission.bytesInFlight]).toEqual([0, 0])
  })
})
