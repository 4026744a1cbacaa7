import { stringVariant } from '@rowhouse/protocol'
import { expect } from 'vitest'
import { columnEnd } from '../keys/decode-key.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { Table } from '../tables/table-description.js'

/** What always holds of partitions. `ids` remembers which range each of them ever had. */
export const checkLayout = ({ partitions }: Table, ids: Map<number, string>): void => {
  const { all, layout } = partitions
  expect(all[0]?.start.length).toBe(0)
  expect(all.at(-1)?.end).toBeUndefined()
  for (const [index, { id, start, end }] of all.entries()) {
    expect(end).toEqual(all[index + 1]?.start)
    expect(id).toBeLessThan(layout.nextId)
    // A whole value begins each of them, so none is cut in two.
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
