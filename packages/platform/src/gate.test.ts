import { describe, expect, it } from 'vitest'
import { Gate } from './gate.js'

describe('a gate', () => {
  it('lets so many in at once, and the others one by one in their order', async () => {
    const gate = new Gate(2)
    expect(gate.enter()).toBeUndefined()
    expect(gate.enter()).toBeUndefined()
    const entered: string[] = []
    const waiting = ['a', 'b'].map(async (name) => {
      await gate.enter()
      entered.push(name)
    })
    await Promise.resolve()
    expect(entered).toEqual([])
    gate.leave()
    await waiting[0]
    expect(entered).toEqual(['a'])
    gate.leave()
    await waiting[1]
    gate.leave()
    gate.leave()
    expect(gate.enter()).toBeUndefined()
    expect(gate.enter()).toBeUndefined()
    expect(gate.enter()).toBeInstanceOf(Promise)
  })
})
