import { crc32 } from 'node:zlib'
import { expectDefined } from '@rowhouse/platform'

/** Ids are hashed to slots, and slots stand on shards, so that a new shard takes whole slots. */
export const SLOTS = 1_024

/** The shard of each slot. */
export type SlotMap = readonly number[]

/** The same as MariaDB's CRC32, so that a statement can pick the orders of slots. */
export const slotOf = (id: string): number => crc32(id) % SLOTS

export const spreadSlots = (shards: number): SlotMap =>
  Array.from({ length: SLOTS }, (_, slot) => slot % shards)

export const shardOf = (slots: SlotMap, id: string): number =>
  expectDefined(slots[slotOf(id)], 'every slot has a shard')

/** Gives a new shard its share: each of the others hands over as many slots, and no other slot moves. */
export function withNewShard(slots: SlotMap, shards: number): SlotMap {
  const share = Math.floor(SLOTS / (shards + 1))
  const kept = new Map<number, number>()
  let given = 0
  return slots.map((shard) => {
    const keeps = kept.get(shard) ?? 0
    if (keeps < Math.ceil((SLOTS - share) / shards) || given === share) {
      kept.set(shard, keeps + 1)
      return shard
    }
    given += 1
    return shards
  })
}

/** The slots of a shard that another map gives to a new one. */
export const slotsToMove = (before: SlotMap, after: SlotMap, from: number): number[] =>
  before.flatMap((shard, slot) => (shard === from && after[slot] !== from ? [slot] : []))

export function groupByShard<Row>(
  rows: readonly Row[],
  slots: SlotMap,
  idOf: (row: Row) => string,
): ReadonlyMap<number, readonly Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const shard = shardOf(slots, idOf(row))
    const group = groups.get(shard)
    if (group === undefined) groups.set(shard, [row])
    else group.push(row)
  }
  return groups
}
