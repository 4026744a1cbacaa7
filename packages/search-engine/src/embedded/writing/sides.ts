import type { SearchHit, SearchQuery } from '@rowhouse/protocol'
import type { IndexLayout } from '../../schema/index-layout.js'
import type {
  AskedSearch,
  CompletedRow,
  FeedStart,
  FoundRows,
  ImageBatch,
  IndexDefinition,
  IndexFigures,
  RowFingerprint,
  RowImage,
} from '../../search-engine.js'
import type { Snapshot } from '../snapshot.js'

/** The side that writes indexes: in the caller's thread or in one of its own. */
export interface WritingSide {
  create(index: IndexDefinition): Promise<FeedStart>
  drop(index: number): Promise<void>
  apply(index: number, batch: ImageBatch): Promise<void>
  refresh(index: number): Promise<void>
  /** Resolves when the index can be searched, also while its feeder has to begin again. */
  searchable(index: number): Promise<void>
  commit(index: number): Promise<void>
  describe(index: number): Promise<IndexFigures>
  /** The index is damaged and cannot be searched. */
  damage(index: number, problem: Error): void
  /** Every searcher has opened the files of a snapshot. */
  seen(index: number, version: number): void
  close(): Promise<void>
}

export interface WritingEvents {
  /** Called before the call that made the snapshot resolves. */
  shown(index: number, layout: IndexLayout, snapshot: Snapshot): void
  /** The index is dropped or damaged. */
  gone(index: number, problem: Error | undefined): void
  durable(index: number, position: number): void
  /** What was not durable is lost; the index accepts nothing until it is created again. */
  reset(index: number, start: FeedStart): void
}

/** The side that searches indexes: in the caller's thread or in others. */
export interface SearchingSide {
  show(index: number, layout: IndexLayout, snapshot: Snapshot): void
  forget(index: number): void
  search(index: number, search: AskedSearch, timeoutMs: number): Promise<FoundRows>
  highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]>
  keys(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
    every?: number,
  ): Promise<readonly Uint8Array[]>
  fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]>
  fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]>
  /** The bytes that searches hold of an index, by the last reports. */
  memoryBytes(index: number): number
  close(): Promise<void>
}

export interface SearchingEvents {
  seen(index: number, version: number): void
  /** Damage was found in the snapshot of that version. */
  damaged(index: number, version: number, problem: Error): void
}
