import type { Mutation } from '../partitions/partition-store.js'
import type { StoredRow } from '../stored-rows/stored-row.js'
import type { LocalIndex, Table } from './table-description.js'

/**
 * The mutations that bring local indexes up to date with a changed row. They go into the row's own
 * commit, because rows of local indexes have the same partition-key value.
 */
export const localIndexMutations = (
  { localIndexes }: Table,
  key: Buffer,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): Mutation[] => {
  const mutations: Mutation[] = []
  for (const index of localIndexes) addMutations(mutations, index, key, before, after)
  return mutations
}

const addMutations = (
  mutations: Mutation[],
  { table, projection }: LocalIndex,
  key: Buffer,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void => {
  const old = before === undefined ? undefined : projection.keyOf(key, before)
  const entry = after === undefined ? undefined : projection.entryOf(key, after)
  if (old !== undefined && !(entry?.key.equals(old) ?? false)) {
    mutations.push({ table, key: old, value: undefined })
  }
  if (entry !== undefined) mutations.push({ table, key: entry.key, value: entry.value })
}
