import { Space } from '../keys/spaces.js'
import type { Mutation, PartitionStore } from '../partitions/partition-store.js'
import { decodeCatalogRecord, encodeCatalogRecord } from '../tables/catalog-record.js'

/**
 * The progress of an index's keeper. It is stored by the same commits that change the index
 * (docs/formats.md, "Secondary indexes").
 */
export interface IndexState {
  /** The index has everything before this position of the log. Not used by local indexes. */
  readonly position: number
  readonly build: IndexBuild | undefined
}

export interface IndexBuild {
  /**
   * The first stage reads the rows of the main table. If the index may have old rows, the second one reads
   * those of the index. The last one follows the log to the end of the scans; until then index rows may go
   * back in time.
   */
  readonly stage: 'rows' | 'index' | 'log'
  /** The last key that the stage has processed. */
  readonly last: Buffer | undefined
  readonly rows: number
  /** Set if the index may have rows from before the build. */
  readonly sweeps: boolean
  /** The position at which the last stage ends. */
  readonly goal: number
}

/** The partition-key value under which the keeper, its only writer, writes a whole index. */
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
