import type { AggregationResult, GroupByResult, SearchHit, SearchQuery } from '@rowhouse/protocol'
import type { IndexLayout } from './schema/index-layout.js'

/**
 * Search indexes over rows that are stored elsewhere. The row images that an index was given determine its
 * content: a feeder may stop, and begin again anywhere before the position that the index answers.
 *
 * Contract
 * - `create` makes an empty index, or opens an existing one, and answers where its feeder must begin again:
 *   where it stopped if the index was open, else at `durable`. `drop` removes it and all its bytes. Both may
 *   be repeated. An index that has lost images takes no more until it is created again.
 * - `apply` takes whole row images: a row as it is after a change, or its absence. An image may come again,
 *   and of several images of one key the last given wins. It resolves when the images are taken in and more
 *   may be given: this is the back-pressure of a full index.
 * - A `position` is a number that grows with the feed. After a crash a feeder must begin at `durable`: the
 *   index is certain to have everything before it. `durable` never goes back. A feeder's `note` becomes
 *   durable together with the position that it came with.
 * - `refresh` resolves when everything applied before is searchable. Without it that takes at most
 *   `limits.SEARCH_SEAL_MS`.
 * - `search` sees one snapshot. When its time is up, its work stops and it ends with the service's time-out
 *   error. It answers keys, and the caller completes the rows. When too many searches wait, it answers the
 *   service's busy error.
 * - `highlight` marks what the search looked for, in rows that `search` found and the caller completed.
 * - `describe` reports damage to an index, and other calls for that index reject with IndexDamagedError.
 *   Other indexes go on. `drop` and `create` make the index usable again, empty.
 */
export interface SearchEngine {
  create(index: IndexDefinition): Promise<FeedStart>
  drop(index: number): Promise<void>
  apply(index: number, batch: ImageBatch): Promise<void>
  refresh(index: number): Promise<void>
  /** Makes everything applied durable now. */
  commit(index: number): Promise<void>
  search(index: number, search: AskedSearch, timeoutMs: number): Promise<FoundRows>
  /**
   * One hit for each given row, in their order, with the highlights and inner hits that `search` asks for.
   */
  highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]>
  describe(index: number): Promise<IndexFigures>
  /**
   * Keys of all live rows in key order, for verification and scans: those after `after`, at most `limit`.
   * With `every` about one of so many, evenly spread: a sample that reads nothing of the rows between.
   */
  keys(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
    every?: number,
  ): Promise<readonly Uint8Array[]>
  /** The rows that `keys` answers, each with the fingerprint of its image in the index. */
  fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]>
  /** The fingerprints that the index would have for these images, one for each, in their order. */
  fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]>
  /** Called when `durable` of an index has moved. */
  onDurable(listener: (index: number, position: number) => void): void
  /**
   * Called when an index has lost what was not durable while the process goes on. Calls for the index
   * reject with IndexResetError until `create` is called again, which answers the same start.
   */
  onReset(listener: (index: number, start: FeedStart) => void): void
  close(): Promise<void>
}

/** A search, and the columns whose values the index is to answer. */
export interface AskedSearch extends SearchQuery {
  readonly columns?: readonly string[] | undefined
}

export interface IndexDefinition {
  /** Never reused, so that remains of an older index are never taken for its own. */
  readonly id: number
  readonly layout: IndexLayout
}

/** Position 0 and an empty note for a new index. */
export interface FeedStart {
  readonly position: number
  readonly note: Buffer
}

export interface ImageBatch {
  readonly images: readonly RowImage[] | PackedImages
  /** Everything before it has been given once the batch is taken in. */
  readonly position: number
  /** Undefined keeps the last one. */
  readonly note: Buffer | undefined
}

/**
 * Images as one piece of memory, which belongs to the engine from then on; images/image-packer.ts makes it.
 */
export type PackedImages = Uint8Array<ArrayBuffer>

/** One row after a change. */
export interface RowImage {
  /** The encoded row key. */
  readonly key: Uint8Array
  /** All columns, with those of the key; undefined when the row is deleted. */
  readonly columns: readonly ImageColumn[] | undefined
  /** Milliseconds since the epoch; undefined for a row that never expires. */
  readonly expiresAt: number | undefined
}

export interface ImageColumn {
  readonly name: string
  /** A variant in the protocol's encoding. */
  readonly value: Uint8Array
}

/** The result of a search: rows as keys, which the caller completes from the table. */
export interface FoundRows {
  /** -1 when no count was asked for. */
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
  /** Score and inner hits. Highlights are added later. */
  readonly hit: SearchHit
  /** Its columns, as search/values-of-hits.ts packs them; undefined where the index lacks one of them. */
  readonly values?: Buffer | undefined
}

export interface CompletedRow {
  readonly found: FoundRow
  readonly columns: readonly ImageColumn[]
}

export interface RowFingerprint {
  /** The encoded row key. */
  readonly key: Uint8Array
  /** 64 bits that cover everything in an image of the row, including its expiry. */
  readonly fingerprint: bigint
}

export interface IndexFigures {
  readonly state: 'healthy' | 'damaged'
  /** What is wrong; empty for a healthy index. */
  readonly problem: string
  /** One past the last applied change, the last searchable one, and the last durable one. */
  readonly applied: number
  readonly searchable: number
  readonly durable: number
  readonly rows: number
  readonly bytes: number
  /** The part of the memory for search indexes that this one takes, as far as known. */
  readonly memoryBytes: number
  readonly segments: number
  /** Whether some of them are being merged, which goes on until no merge is worthwhile. */
  readonly isMerging: boolean
  /** By field: searchable rows with a value that does not fit it. */
  readonly misfits: ReadonlyMap<string, number>
}
