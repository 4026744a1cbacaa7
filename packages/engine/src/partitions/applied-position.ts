import { readPosition, writePosition, POSITION_BYTES } from '../log/position.js'
import type { KeyValueStore, StoreMutation } from '@rowhouse/store'
import { APPLIED_POSITION_KEY } from './store-key.js'

/*
 * The position in the commit log that the store has reached. It is written with every batch: a store that
 * comes back without its last batches knows from where to replay.
 */

export function appliedPosition(position: number): StoreMutation {
  const value = Buffer.allocUnsafe(POSITION_BYTES)
  writePosition(value, position, 0)
  return { kind: 'put', key: APPLIED_POSITION_KEY, value }
}

/** Undefined for a store that no batch has been applied to. */
export async function readAppliedPosition(store: KeyValueStore): Promise<number | undefined> {
  const value = await store.get(APPLIED_POSITION_KEY)
  return value === undefined ? undefined : readPosition(value, 0)
}
