import { describe, expect, it } from 'vitest'
import { createCapacityMeter } from './capacity-meter.js'

describe('the capacity meter', () => {
  it('adds up by instance and table', () => {
    const meter = createCapacityMeter()
    meter.add('demo', 'orders', 1, 0)
    meter.add('demo', 'orders', 2, 5)
    meter.add('demo', 'shops', 0, 1)
    meter.add('other', 'orders', 7, 0)

    meter.refuse('demo', 'shops', 'read', 1)
    meter.refuse('demo', 'shops', 'write', 200)

    const none = { refusedReads: 0, refusedWrites: 0 }
    expect(meter.figures()).toEqual([
      { instance: 'demo', table: 'orders', read: 3, write: 5, ...none },
      { instance: 'demo', table: 'shops', read: 0, write: 1, refusedReads: 1, refusedWrites: 200 },
      { instance: 'other', table: 'orders', read: 7, write: 0, ...none },
    ])
  })

  it('forgets a dropped table and nothing else', () => {
    const meter = createCapacityMeter()
    meter.add('demo', 'orders', 1, 1)
    meter.add('demo', 'shops', 2, 2)
    meter.forget('demo', 'orders')
    meter.forget('demo', 'never-there')

    expect(meter.figures()).toMatchObject([{ instance: 'demo', table: 'shops', read: 2, write: 2 }])
  })
})
