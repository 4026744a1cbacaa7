import { Space } from '../keys/spaces.js'
import type { Mutation, PartitionStore } from '../partitions/partition-store.js'
import { decodeCatalogRecord, encodeCatalogRecord } from '../tables/catalog-record.js'

/**
 * How far the keeping of an index has come; it changes in the commits that change the index
 * (docs/formats.md, "Secondary indexes").
 */
export interface IndexState {
  /** Everything of the log before it is in the index. Of no meaning for a local one. */
  readonly position: number
  readonly build: IndexBuild | undefined
}

export interface IndexBuild {
  /**
   * First the rows of the main table; then, when there may be old ones, those of the index; then what
   * the log has up to the end of that, before which the index may still go back in time.
   */
  readonly stage: 'rows' | 'index' | 'log'
  /** The last key of the stage that is done. */
  readonly last: Buffer | undefined
  readonly rows: number
  /** The index may have rows from before the build. */
  readonly sweeps: boolean
  /** Of the last stage: where it ends. */
  readonly goal: number
}

/** An index is written by its keeper alone, as one partition-key value. */
export const INDEX_PARTITION = Buffer.of(0)
export const stateKey = Buffer.of(Space.INDEX_STATE)

export const firstBuild = (sweeps: boolean): IndexBuild => ({
  stage: 'rows',
  last: undefined,
  rows: 0,
  sweeps,
  goal: 0,
})

export const stateMutation = (state: IndexState): Mutation => ({
  key: stateKey,
  value: encodeCatalogRecord(state),
})

export const readState = async (
  store: PartitionStore,
  table: number,
): Promise<IndexState | undefined> => {
  const read = { table, partition: INDEX_PARTITION, keys: [stateKey], pending: true }
  const [value] = (await store.read(read)).values
  if (value === undefined) return undefined
  const record = decodeCatalogRecord(value)
  return {
    position: record.member('position').number(),
    build: record.member('build').optional((build) => ({
      stage: build.member('stage').oneOf(['rows', 'index', 'log']),
      last: build.member('last').optional((last) => last.bytes()),
      rows: build.member('rows').number(),
      sweeps: build.member('sweeps').boolean(),
      goal: build.member('goal').number(),
    })),
  }
}
