import { systemClock } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { StoreMutation } from '../../key-value-store.js'
import { storeLimits } from '../../limits.js'
import { openLsmStore } from '../lsm-store.js'

const ENTRIES = 6 * storeLimits.SCAN_STEPS_MAX
const keyOf = (number: number): Buffer => Buffer.from(String(number).padStart(6, '0'))

test.each(['keys that were deleted one by one', 'ranges that were deleted'])(
  'a scan over %s lets others go first',
  async (what) => {
    const store = await openLsmStore({
      files: new SimulatedFiles(),
      directory: '/store',
      clock: systemClock,
      cacheBytes: 2 ** 22,
      memtableBytes: 2 ** 22,
    })
    const numbers = Array.from({ length: ENTRIES }, (_, number) => number)
    const put = (number: number): StoreMutation => {
      return { kind: 'put', key: keyOf(number), value: Buffer.alloc(1) }
    }
    await store.apply(numbers.map(put))
    await store.flush()
    const deletes = numbers.slice(1, -1).map((number): StoreMutation => {
      const key = keyOf(number)
      if (what.startsWith('keys')) return { kind: 'delete', key }
      return { kind: 'deleteRange', start: key, end: Buffer.concat([key, Buffer.alloc(1)]) }
    })
    await store.apply(deletes)

    let turns = 0
    let isDone = false
    const countTurns = (): void => {
      turns++
      if (!isDone) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const iterator = store.iterate({
      start: keyOf(0),
      end: keyOf(ENTRIES),
      reverse: false,
      batchEntries: 100,
    })
    const found = [...(await iterator.next()), ...(await iterator.next())]
    isDone = true
    expect(found.map(({ key }) => key.toString())).toEqual([
      keyOf(0).toString(),
      keyOf(ENTRIES - 1).toString(),
    ])
    expect(turns).toBeGreaterThan(3)
    await iterator.close()
    await store.close()
  },
)
