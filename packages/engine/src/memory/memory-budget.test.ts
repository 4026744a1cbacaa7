import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { type HeldMemory, MemoryBudget, type MemoryOwner } from './memory-budget.js'

/** Requests by name, whose letters are the tenant, and a list of their events. */
const open = (bytesMax = 100) => {
  const budget = new MemoryBudget(bytesMax)
  const events: string[] = []
  const gone = new Set<string>()
  const held = new Map<string, HeldMemory>()
  const memoryOf = (name: string, bodyBytes = 0): HeldMemory => {
    const known = held.get(name)
    if (known !== undefined) return known
    const owner: MemoryOwner = {
      tenant: name.replace(/\d+$/, ''),
      get isGone() {
        return gone.has(name)
      },
      pause: () => events.push(`${name} waits`),
      resume: () => {},
      cut: () => events.push(`${name} cut`),
    }
    const memory = budget.open(owner, bodyBytes)
    held.set(name, memory)
    return memory
  }
  const take = (name: string, bytes: number): void => {
    const waiting = memoryOf(name).take(bytes)
    if (waiting === undefined) events.push(name)
    else {
      waiting.then(
        () => events.push(name),
        (error: Error) => events.push(`${name}: ${error.message}`),
      )
    }
  }
  /** The events since the last call, once all requests that may continue have done so. */
  const happened = async (): Promise<string> => {
    await new Promise((resolve) => setImmediate(resolve))
    return events.splice(0).join(', ')
  }
  const sweepAt = (now: number): void => {
    budget.tick(now)
    budget.sweep()
  }
  return { budget, memoryOf, take, happened, gone, sweepAt }
}

describe('memory is asked for before it is taken', () => {
  test('a request that fits gets memory at once, others wait in order until some is given back', async () => {
    const { memoryOf, take, happened } = open()
    take('a1', 60)
    take('a2', 60)
    take('a3', 10)
    expect(await happened()).toBe('a1, a2 waits, a3 waits')
    memoryOf('a1').giveBack(10)
    expect(await happened()).toBe('')
    memoryOf('a1').close()
    expect(await happened()).toBe('a2, a3')
  })

  test('bodies count, and are given back when the request closes', async () => {
    const { budget, memoryOf, take, happened } = open()
    memoryOf('a1', 80)
    take('a2', 10)
    take('a3', 30)
    expect(await happened()).toBe('a2, a3 waits')
    memoryOf('a1').close()
    memoryOf('a1').close()
    expect(await happened()).toBe('a3')
    expect(budget.figures().bytes).toBe(40)
  })

  test('the memory of a reply counts until the reply is sent, even if it was not asked for', async () => {
    const { budget, memoryOf, take, happened } = open()
    take('a1', 70)
    memoryOf('a1').sends(40)
    expect(budget.figures().bytes).toBe(40)
    memoryOf('a2', 5).sends(50)
    expect(budget.figures().bytes).toBe(90)
    take('a3', 20)
    memoryOf('a2').close()
    expect(await happened()).toBe('a1, a3 waits, a3')
    expect(budget.figures().bytes).toBe(60)
  })
})

describe('requests that have begun go first', () => {
  test('when all want more, the oldest alone may exceed the budget', async () => {
    const { memoryOf, take, happened } = open()
    take('a1', 50)
    take('a2', 50)
    take('a2', 30)
    take('a1', 30)
    take('a3', 1)
    expect(await happened()).toBe('a1, a2, a2, a1 waits, a3 waits')
    take('a2', 500)
    expect(await happened()).toBe('a2')
    memoryOf('a2').sends(60)
    expect(await happened()).toBe('')
    memoryOf('a2').close()
    expect(await happened()).toBe('a1, a3')
  })

  test('no other request exceeds the budget until the reply of the one that did is sent', async () => {
    const { memoryOf, take, happened } = open()
    take('a1', 50)
    take('a1', 200)
    memoryOf('a1').sends(200)
    take('a2', 10)
    expect(await happened()).toBe('a1, a1, a2 waits')
    memoryOf('a1').close()
    expect(await happened()).toBe('a2')
  })

  test('a request larger than the budget begins when nobody else has memory', async () => {
    const { memoryOf, take, happened } = open()
    take('a1', 10)
    take('a2', 500)
    take('a3', 10)
    expect(await happened()).toBe('a1, a2 waits, a3 waits')
    memoryOf('a1').close()
    expect(await happened()).toBe('a2')
    memoryOf('a2').close()
    expect(await happened()).toBe('a3')
  })

  test('the bodies of waiting requests do not prevent the first of them from beginning', async () => {
    const { memoryOf, take, happened } = open()
    memoryOf('a1', 60)
    memoryOf('a2', 60)
    take('a1', 10)
    expect(await happened()).toBe('a1')
    take('a2', 10)
    memoryOf('a1').close()
    expect(await happened()).toBe('a2 waits, a2')
  })

  test('every request ends whatever they ask for, and no two exceed the budget together', async () => {
    const ask = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { maxLength: 12 }), async (requests) => {
        const { budget, memoryOf } = open()
        const work = async (asks: readonly number[], index: number): Promise<number> => {
          const memory = memoryOf(`${'abc'[index % 3]}${index}`)
          for (const bytes of asks) {
            await memory.take(bytes)
            await new Promise((resolve) => setImmediate(resolve))
          }
          const sum = asks.reduce((total, bytes) => total + bytes, 0)
          // The rest, without this request, exceeds the budget by one request at most.
          expect(budget.figures().bytes - memory.bytes).toBeLessThanOrEqual(100 + 750)
          memory.sends(Math.ceil(sum / 2))
          memory.close()
          return sum
        }
        await Promise.all(requests.map(work))
        expect(budget.figures()).toMatchObject({ bytes: 0, waiting: 0 })
      }),
    )
  })
})

describe('fairness', () => {
  test('instances take turns among requests that have not begun', async () => {
    const { memoryOf, take, happened } = open()
    take('a1', 100)
    for (const name of ['a2', 'a3', 'a4', 'b1', 'b2']) take(name, 100)
    await happened()
    const order: string[] = []
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
      memoryOf(name).close()
      order.push(await happened())
    }
    expect(order.join(' ')).toBe('a2 b1 a3 b2 a4')
  })

  test('when too many wait, the newest request of the instance with the most is refused', async () => {
    const { take, happened, budget } = open()
    take('a1', 100)
    for (let i = 0; i < engineLimits.MEMORY_WAITERS_MAX; i++) take(`a${i + 2}`, 1)
    await happened()
    expect(() => take('a5000', 1)).toThrow('Server is busy.')
    take('b1', 1)
    expect(await happened()).toBe(
      `b1 waits, a${engineLimits.MEMORY_WAITERS_MAX + 1}: Server is busy.`,
    )
    expect(budget.figures()).toMatchObject({ waiting: engineLimits.MEMORY_WAITERS_MAX, refused: 2 })
  })

  test('the wait of a request that has not begun is bounded', async () => {
    const { memoryOf, take, happened, sweepAt } = open()
    take('a1', 60)
    take('a1', 100)
    take('a2', 30)
    take('a2', 90)
    take('a3', 10)
    expect(await happened()).toBe('a1, a1, a2 waits, a2 waits, a3 waits')
    sweepAt(engineLimits.MEMORY_WAIT_MS - 1)
    expect(await happened()).toBe('')
    sweepAt(engineLimits.MEMORY_WAIT_MS)
    expect(await happened()).toContain('a3: Server is busy.')
    memoryOf('a1').close()
  })
})

describe('clients that disconnect or do not read', () => {
  test('a waiting request is cancelled when its client has disconnected', async () => {
    const { take, happened, gone, sweepAt, budget } = open()
    take('a1', 100)
    take('a2', 100)
    take('a3', 100)
    gone.add('a2')
    sweepAt(500)
    expect(await happened()).toBe('a1, a2 waits, a3 waits, a2: the client has gone')
    expect(budget.figures()).toMatchObject({ bytes: 100, waiting: 1, refused: 0 })
  })

  test('a running request of a disconnected client ends when it asks for memory again', () => {
    const { memoryOf, take, gone, budget } = open()
    take('a1', 10)
    gone.add('a1')
    expect(() => memoryOf('a1').take(10)).toThrow('the client has gone')
    memoryOf('a1').close()
    expect(budget.figures().bytes).toBe(0)
  })

  test('the oldest reply that is not read in time is cut only while others wait', async () => {
    const { memoryOf, take, happened, sweepAt } = open()
    take('a1', 50)
    take('a2', 50)
    memoryOf('a1').sends(50)
    memoryOf('a2').sends(50)
    sweepAt(2 * engineLimits.REPLY_UNREAD_MS)
    expect(await happened()).toBe('a1, a2')
    take('a3', 10)
    sweepAt(2 * engineLimits.REPLY_UNREAD_MS + 500)
    expect(await happened()).toBe('a3 waits, a1 cut')
    memoryOf('a1').close()
    expect(await happened()).toBe('a3')
    sweepAt(3 * engineLimits.REPLY_UNREAD_MS)
    expect(await happened()).toBe('')
  })

  test('a large reply gets time by its size', async () => {
    const { memoryOf, take, happened, sweepAt } = open(
      100 * engineLimits.REPLY_BYTES_PER_SECOND_MIN,
    )
    const bytes = 100 * engineLimits.REPLY_BYTES_PER_SECOND_MIN
    take('a1', bytes)
    memoryOf('a1').sends(bytes)
    sweepAt(90_000)
    take('a2', 1)
    sweepAt(100_000)
    expect(await happened()).toBe('a1, a2 waits')
  })
})
