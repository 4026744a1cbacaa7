import { invariant } from '@rowhouse/platform'
import type { KeyValueStore, StoreMutation } from './key-value-store.js'

/*
 * The stamp of a store on one machine is an entry behind all others, written with the batch itself: whatever
 * a crash takes away, the stamp tells what is left (docs/formats.md, "Store keys").
 */

/** No other entry has this key or a larger one. */
export const STAMP_KEY = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x01])

export function withStamp(
  batch: readonly StoreMutation[],
  stamp: number | undefined,
): readonly StoreMutation[] {
  if (stamp === undefined) return batch
  invariant(Number.isSafeInteger(stamp) && stamp >= 0, 'a stamp is no position of a log')
  const value = Buffer.alloc(8)
  value.writeBigUInt64LE(BigInt(stamp))
  return [...batch, { kind: 'put', key: STAMP_KEY, value }]
}

export async function readStamp(store: Pick<KeyValueStore, 'get'>): Promise<number | undefined> {
  const value = await store.get(STAMP_KEY)
  return value === undefined ? undefined : Number(value.readBigUInt64LE())
}
