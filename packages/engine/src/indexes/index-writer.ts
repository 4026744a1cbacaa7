import { Space } from '../keys/spaces.js'
import type { Mutation, PartitionStore } from '../partitions/partition-store.js'
import type { IndexedRow } from './index-imager.js'
import type { IndexEntry } from './index-projection.js'
import { INDEX_PARTITION, type IndexState, stateMutation } from './index-state.js'

/**
 * Makes the rows of a global index what they are now, the last one of each key counting, and notes how
 * far that has brought the index: all in one commit. Which row the index had before is found by
 * the key of the main row, so that doing it again, or over rows from anywhere in time, leaves
 * nothing behind. `surplus` are keys of index rows that are none of any row.
 */
export const writeIndexRows = async (
  store: PartitionStore,
  table: number,
  rows: readonly IndexedRow[],
  state: IndexState,
  surplus: readonly Buffer[] = [],
): Promise<void> => {
  const newest = new Map<string, IndexedRow>()
  for (const row of rows) newest.set(row.key.toString('latin1'), row)
  const changed = [...newest.values()]
  const placeKeys = changed.map(({ key }) => placeKey(key))
  const { values } = await store.read({
    table,
    partition: INDEX_PARTITION,
    keys: placeKeys,
    pending: true,
    isPassing: true,
  })
  const mutations: Mutation[] = surplus.map((key) => ({ key, value: undefined }))
  for (const [at, { entry }] of changed.entries()) {
    const place = placeKeys[at]
    if (place !== undefined) addMutations(mutations, place, values[at], entry)
  }
  mutations.push(stateMutation(state))
  await store.commit({
    table,
    partition: INDEX_PARTITION,
    expectedHead: undefined,
    token: undefined,
    mutations,
    record: undefined,
  })
}

/** Where an index keeps which row it has for a row of the main table. */
export const placeKey = (rowKey: Buffer): Buffer => {
  const key = Buffer.from(rowKey)
  key[0] = Space.INDEX_ROWS
  return key
}

/** `before` is the key of the index row that there is. */
const addMutations = (
  mutations: Mutation[],
  place: Buffer,
  before: Buffer | undefined,
  entry: IndexEntry | undefined,
): void => {
  if (entry === undefined) {
    if (before === undefined) return
    mutations.push({ key: before, value: undefined }, { key: place, value: undefined })
    return
  }
  const isSame = before?.equals(entry.key) ?? false
  if (before !== undefined && !isSame) mutations.push({ key: before, value: undefined })
  mutations.push({ key: entry.key, value: entry.value })
  if (!isSame) mutations.push({ key: place, value: entry.key })
}
