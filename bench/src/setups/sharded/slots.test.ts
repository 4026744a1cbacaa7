import { expect, test } from 'vitest'
import {
  SLOTS,
  groupByShard,
  shardOf,
  slotOf,
  slotsToMove,
  spreadSlots,
  withNewShard,
} from './slots.js'

const countOf = (slots: readonly number[], shard: number): number =>
  slots.filter((one) => one === shard).length

test('a slot is what CRC32 of MariaDB says', () => {
  // The examples of the manuals of MariaDB and MySQL.
  expect(slotOf('MariaDB')).toBe(4_227_209_140 % SLOTS)
  expect(slotOf('MySQL')).toBe(3_259_397_556 % SLOTS)
})

test.each([1, 2, 3, 7])('%i shards give a new one its share, and nothing else moves', (shards) => {
  const before = spreadSlots(shards)
  const after = withNewShard(before, shards)
  const share = Math.floor(SLOTS / (shards + 1))
  for (let shard = 0; shard <= shards; shard += 1) {
    expect(countOf(after, shard)).toBeGreaterThanOrEqual(share - shards)
    expect(countOf(after, shard)).toBeLessThanOrEqual(share + shards)
  }
  for (const [slot, shard] of after.entries()) {
    if (shard !== shards) expect(shard).toBe(before[slot])
  }
})

test('what moves from a shard are its slots that another has afterwards', () => {
  const before = spreadSlots(2)
  const after = withNewShard(before, 2)
  const moved = [0, 1].flatMap((shard) => slotsToMove(before, after, shard))
  expect(moved).toHaveLength(countOf(after, 2))
  for (const slot of moved) expect(after[slot]).toBe(2)
})

test('rows stand in the group of the shard of their id', () => {
  const slots = spreadSlots(3)
  const ids = ['c0001', 'c0002', 'c0003', 'c0004', 'c0001']
  const groups = groupByShard(ids, slots, (id) => id)
  expect([...groups.values()].flat().toSorted()).toEqual(ids.toSorted())
  for (const [shard, group] of groups) {
    for (const id of group) expect(shardOf(slots, id)).toBe(shard)
  }
})
