import type { SearchQuery } from '@rowhouse/protocol'
import type { IndexLayout } from '../schema/index-layout.js'
import type { FoundRows } from '../search/run-search.js'

/**
 * Search indexes over rows that live elsewhere. What an index holds is a function of the row images that
 * it was given: whoever feeds it may stop and begin again anywhere before the position it answers.
 *
 * Contract
 * - `create` makes an empty index, or opens it when it is there; `drop` removes it and all its
 *   bytes. Both may be repeated.
 * - `apply` takes whole row images: a row as it is after a change, or its absence. The same image may come
 *   again; of several images of one key the last given wins. It resolves when the images are taken in and
 *   more may be given, which is how a full index slows its feeder down.
 * - A `position` is a number that grows with the feed. `durable` is the one from which a feeder
 *   must begin again after a crash: everything before it is safely in the index. It never goes
 *   back.
 * - `refresh` resolves when everything applied before is searchable; without it that takes at most
 *   `limits.SEARCH_SEAL_MS`.
 * - `search` sees one snapshot and ends with the service's time-out error when its time is up;
 *   the work really stops then.
 * - Damage to one index shows in its `describe` and in errors of its own calls; other indexes go on.
 */
export interface SearchEngine {
  create(index: IndexDefinition): Promise<void>
  drop(index: number): Promise<void>
  apply(index: number, images: readonly RowImage[], position: number): Promise<void>
  refresh(index: number): Promise<void>
  /** Makes everything applied durable now. */
  commit(index: number): Promise<void>
  search(index: number, search: SearchQuery): Promise<FoundRows>
  describe(index: number): Promise<IndexFigures>
  /** Keys of all live rows in key order, for verification and scans: those after `after`, at most `limit`. */
  keys(index: number, after: Uint8Array | undefined, limit: number): Promise<readonly Uint8Array[]>
  /** Told when `durable` of an index has moved. */
  onDurable(listener: (index: number, position: number) => void): void
  close(): Promise<void>
}

export interface IndexDefinition {
  /** Never given twice, so that what an older index left behind is never taken for its own. */
  readonly id: number
  readonly layout: IndexLayout
}

/** One row after a change. */
export interface RowImage {
  /** The encoded row key. */
  readonly key: Uint8Array
  /** Undefined: the row is gone. Key columns are among them. */
  readonly columns: readonly ImageColumn[] | undefined
  /** Milliseconds since the epoch; undefined lives for ever. */
  readonly expiresAt: number | undefined
}

export interface ImageColumn {
  readonly name: string
  /** A variant as the protocol encodes it. */
  readonly value: Uint8Array
}

export interface IndexFigures {
  readonly state: 'healthy' | 'damaged'
  /** What is wrong; empty when healthy. */
  readonly problem: string
  /** One past the last applied change, and one past the last durable one. */
  readonly applied: number
  readonly durable: number
  readonly rows: number
  readonly bytes: number
  readonly segments: number
  /** Values that did not fit their field, by field. */
  readonly misfits: ReadonlyMap<string, number>
}
