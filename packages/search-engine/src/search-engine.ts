import type { AggregationResult, GroupByResult, SearchHit, SearchQuery } from '@rowhouse/protocol'
import type { IndexLayout } from './schema/index-layout.js'

/**
 * Search indexes over rows that live elsewhere. What an index holds is a function of the row images that
 * it was given: whoever feeds it may stop and begin again anywhere before the position it answers.
 *
 * Contract
 * - `create` makes an empty index, or opens it when it is there, and tells where its feeder must begin
 *   again: where it stopped when the index was open, else at `durable`. `drop` removes it and all its bytes.
 *   Both may be repeated. An index that has lost what it was given takes nothing before it is created again.
 * - `apply` takes whole row images: a row as it is after a change, or its absence. The same image may come
 *   again; of several images of one key the last given wins. It resolves when the images are taken in and
 *   more may be given, which is how a full index slows its feeder down.
 * - A `position` is a number that grows with the feed. `durable` is the one from which a feeder
 *   must begin again after a crash: everything before it is safely in the index. It never goes
 *   back. A feeder's `note` becomes durable together with the position that it came with.
 * - `refresh` resolves when everything applied before is searchable; without it that takes at most
 *   `limits.SEARCH_SEAL_MS`.
 * - `search` sees one snapshot and ends with the service's time-out error when its time is up;
 *   the work really stops then. It answers keys; whoever asks completes the rows. With too many searches
 *   waiting it answers the service's busy error.
 * - `highlight` marks, in rows that `search` found and somebody completed, what the search was after.
 * - Damage to one index shows in its `describe`, and its other calls reject with IndexDamagedError;
 *   other indexes go on. `drop` and `create` make it usable again, empty.
 */
export interface SearchEngine {
  create(index: IndexDefinition): Promise<FeedStart>
  drop(index: number): Promise<void>
  apply(index: number, batch: ImageBatch): Promise<void>
  refresh(index: number): Promise<void>
  /** Makes everything applied durable now. */
  commit(index: number): Promise<void>
  search(index: number, search: SearchQuery, timeoutMs: number): Promise<FoundRows>
  /** One hit for each given row, in their order, with what `search.highlight` and inner hits ask for. */
  highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]>
  describe(index: number): Promise<IndexFigures>
  /** Keys of all live rows in key order, for verification and scans: those after `after`, at most `limit`. */
  keys(index: number, after: Uint8Array | undefined, limit: number): Promise<readonly Uint8Array[]>
  /** The rows that `keys` answers, each with the fingerprint of the image that the index has of it. */
  fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]>
  /** The fingerprints that the index would have of these images; one for each, in their order. */
  fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]>
  /** Told when `durable` of an index has moved. */
  onDurable(listener: (index: number, position: number) => void): void
  /**
   * Told when an index has lost what was not durable, while the process goes on: its calls reject with
   * IndexResetError until `create` is called again, which answers the same start.
   */
  onReset(listener: (index: number, start: FeedStart) => void): void
  close(): Promise<void>
}

export interface IndexDefinition {
  /** Never given twice, so that what an older index left behind is never taken for its own. */
  readonly id: number
  readonly layout: IndexLayout
}

/** 0 and an empty note for a new index. */
export interface FeedStart {
  readonly position: number
  readonly note: Buffer
}

export interface ImageBatch {
  readonly images: readonly RowImage[] | PackedImages
  /** Everything before it has been given once the batch is taken in. */
  readonly position: number
  /** Undefined leaves the last one. */
  readonly note: Buffer | undefined
}

/** Images as one piece of memory, which is the engine's from then on; images/image-packer.ts makes it. */
export type PackedImages = Uint8Array<ArrayBuffer>

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

/** What a search found: rows by their keys, for who completes them from the table. */
export interface FoundRows {
  /** -1 when nobody wanted it. */
  readonly total: number
  readonly rows: readonly FoundRow[]
  readonly nextToken: Buffer | undefined
  /** Rows of a top-rows aggregation are row keys here. */
  readonly aggregations: readonly AggregationResult[]
  readonly groupBys: readonly GroupByResult[]
}

export interface FoundRow {
  /** The encoded row key. */
  readonly key: Buffer
  /** Score and inner hits; highlights come later. */
  readonly hit: SearchHit
}

export interface CompletedRow {
  readonly found: FoundRow
  readonly columns: readonly ImageColumn[]
}

export interface RowFingerprint {
  /** The encoded row key. */
  readonly key: Uint8Array
  /** 64 bits of everything that an image of the row says, its end included. */
  readonly fingerprint: bigint
}

export interface IndexFigures {
  readonly state: 'healthy' | 'damaged'
  /** What is wrong; empty when healthy. */
  readonly problem: string
  /** One past the last applied change, the last searchable one, and the last durable one. */
  readonly applied: number
  readonly searchable: number
  readonly durable: number
  readonly rows: number
  readonly bytes: number
  /** What it takes of the memory that search indexes may use, as far as that is known now. */
  readonly memoryBytes: number
  readonly segments: number
  /** Searchable rows with a value that does not fit its field, by field. */
  readonly misfits: ReadonlyMap<string, number>
}
