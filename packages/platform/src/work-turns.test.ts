import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { manualClock } from './testing/manual-clock.js'
import { WorkTurns } from './work-turns.js'

/** Work of so many steps. Each step takes a millisecond of the clock. */
const openTurns = (budgetMs: number, largeBudgetMs = budgetMs) => {
  const clock = manualClock()
  const turns = new WorkTurns(clock, budgetMs, largeBudgetMs)
  const done: string[] = []
  const stepsOf = (name: string, steps: number) => {
    let left = steps
    return () => {
      clock.advance(1)
      done.push(name)
      left--
      return left === 0
    }
  }
  const work = (name: string, steps: number) => turns.run(stepsOf(name, steps))
  const large = (name: string, steps: number) => turns.large.run(stepsOf(name, steps))
  return { turns, done, work, large }
}

describe('turns of long work', () => {
  it('runs what fits at once, for all work of one turn together', async () => {
    const { work, done } = openTurns(3)
    expect(work('a', 1)).toBeUndefined()
    expect(work('b', 2)).toBeUndefined()
    const later = work('c', 1)
    expect(done).toEqual(['a', 'b', 'b'])
    await later
    expect(done).toEqual(['a', 'b', 'b', 'c'])
  })

  it('gives one budget to each turn of the event loop, shared in turn by all work', async () => {
    const { work, done } = openTurns(2)
    const first = work('a', 5)
    const second = work('b', 3)
    const atTurns: number[] = [done.length]
    while (done.length < 8) {
      await setImmediate()
      atTurns.push(done.length)
    }
    await first
    await second
    expect(done.join('')).toBe('aaaabbab')
    for (const [index, count] of atTurns.entries())
      expect(count - (atTurns[index - 1] ?? 0)).toBeLessThanOrEqual(2)
  })

  it('has a whole budget again in the turn after', async () => {
    const { work } = openTurns(2)
    expect(work('a', 2)).toBeUndefined()
    await setImmediate()
    expect(work('b', 2)).toBeUndefined()
  })

  it('runs single steps before those of long work, and `first` work before all', async () => {
    const { turns, work, done } = openTurns(1)
    const long = work('l', 3)
    const single = turns.once(() => {
      done.push('s')
      return 'result'
    })
    turns.first(() => done.push('f'))
    expect(await single).toBe('result')
    await long
    expect(done.join('')).toBe('lfsll')
  })

  it('holds a single step to the budget, and reports its failure to its caller', async () => {
    const { turns, work, done } = openTurns(1)
    expect(work('a', 1)).toBeUndefined()
    const later = turns.once(() => done.push('s'))
    const fails = turns.once(() => {
      throw new Error('broken')
    })
    expect(done).toEqual(['a'])
    await expect(fails).rejects.toThrow('broken')
    await later
    expect(done).toEqual(['a', 's'])
  })

  it('gives large work a smaller budget of its own, behind other work', async () => {
    const { work, large, done } = openTurns(3, 1)
    const later = large('l', 3)
    const small = work('a', 5)
    expect(done.join('')).toBe('laaa')
    await setImmediate()
    expect(done.join('')).toBe('laaaaal')
    await setImmediate()
    expect(done.join('')).toBe('laaaaall')
    await small
    await later
  })

  it('lets single steps of large work pass its long work', async () => {
    const { turns, large, done } = openTurns(1)
    const long = large('l', 3)
    await turns.large.once(() => done.push('s'))
    await long
    expect(done.join('')).toBe('lsll')
  })

  it('reports a failure to the caller of the work, and goes on with the others', async () => {
    const { turns, work, done } = openTurns(1)
    const fails = (): boolean => {
      throw new Error('broken')
    }
    expect(() => turns.run(fails)).toThrow('broken')
    const first = work('a', 2)
    const broken = turns.run(fails)
    const last = work('b', 1)
    await expect(broken).rejects.toThrow('broken')
    await first
    await last
    expect(done.sort()).toEqual(['a', 'a', 'b'])
  })
})
