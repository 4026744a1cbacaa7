import { stringVariant } from '@rowhouse/protocol'
import { expect } from 'vitest'
import { columnEnd } from '../keys/decode-key.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { Table } from '../tables/table-description.js'

/** Checks the invariants of partitions. `ids` remembers the range of each id. */
export const checkLayout = ({ partitions }: Table, ids: Map<number, string>): void => {
  const { all, layout } = partitions
  expect(all[0]?.start.length).toBe(0)
  expect(all.at(-1)?.end).toBeUndefined()
  for (const [index, { id, start, end }] of all.entries()) {
    expect(end).toEqual(all[index + 1]?.start)
    expect(id).toBeLessThan(layout.nextId)
    // Each partition begins with a whole value, so no value is split.
    if (index > 0) expect(columnEnd(start, 0)).toBe(start.length)
    const range = `${start.toString('hex')}-${end?.toString('hex') ?? ''}`
    expect(ids.get(id) ?? range).toBe(range)
    ids.set(id, range)
  }
  for (let key = 0; key <= 30; key++) {
    const { partition } = encodeRowKey([stringVariant(`key-${key}`)])
    expect(all.filter((one) => one.holds(partition))).toEqual([partitions.find(partition, 0)])
  }
}
