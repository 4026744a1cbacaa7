import { readPosition, writePosition, POSITION_BYTES } from '../log/position.js'
import type { KeyValueStore, StoreMutation } from '@rowhouse/store'
import { APPLIED_POSITION_KEY } from './store-key.js'

/*
 * How far the store has come in the commit log. Written with every batch, so that the store, which may
 * come back without its last batches, says by itself from where to replay.
 */

export function appliedPosition(position: number): StoreMutation {
  const value = Buffer.allocUnsafe(POSITION_BYTES)
  writePosition(value, position, 0)
  return { kind: 'put', key: APPLIED_POSITION_KEY, value }
}

/** Undefined in a store that nothing was ever applied to. */
export async function readAppliedPosition(store: KeyValueStore): Promise<number | undefined> {
  const value = await store.get(APPLIED_POSITION_KEY)
  return value === undefined ? undefined : readPosition(value, 0)
}
