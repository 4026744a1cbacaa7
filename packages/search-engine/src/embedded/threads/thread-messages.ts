import type { SearchHit, SearchQuery } from '@rowhouse/protocol'
import type { MergeResult } from '../../indexes/index-writer.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import type { AskedSearch, CompletedRow, IndexDefinition } from '../../search-engine.js'
import type { FoundMessage } from './found-message.js'
import type { PackedKeys } from './packed-keys.js'
import type { Packed } from './packed-value.js'
import type { PublishedSegment, Snapshot } from '../snapshot.js'
import type { WireError } from './wire-error.js'

/** Every call has a number, which its answer repeats. */
interface Call {
  readonly call: number
  readonly index: number
}

export interface IndexingSetup {
  readonly directory: string
  /** Whether files are the operating system's; else they are in the thread's memory. */
  readonly isOnDisk: boolean
  readonly memoryBytes: number
  readonly cacheBytes: number
  readonly mergeBytesMax: number
  /** Where the code of the merging thread is. */
  readonly merging: string
  /** Whether the merging thread takes in a part of the images. */
  readonly mergingTakesIn: boolean
}

/** What the merging thread is asked to merge. */
export interface MergeTask {
  readonly layout: IndexLayout
  /** The folder of the index. */
  readonly directory: string
  /** The number of the new segment. */
  readonly id: number
  readonly sources: readonly PublishedSegment[]
  /** Whether the merged segment stays in memory; else it is written to its file. */
  readonly isInMemory: boolean
}

/** How parts are made of the images that follow. */
export interface PartsTask {
  readonly layout: IndexLayout
  /** A part is made when its images take this much memory. */
  readonly partBytes: number
}

export interface PackedPart {
  readonly content: Uint8Array | undefined
  readonly removed: PackedKeys
}

export type ToMerging =
  | { readonly kind: 'start'; readonly cacheBytes: number }
  | { readonly kind: 'merge'; readonly call: number; readonly task: MergeTask }
  | { readonly kind: 'parts'; readonly call: number; readonly task: PartsTask }
  /** The images of a call; undefined ends them. */
  | { readonly kind: 'images'; readonly call: number; readonly images: Uint8Array | undefined }
  | { readonly kind: 'stop'; readonly call: number }

export type FromMerging =
  | { readonly kind: 'merged'; readonly call: number; readonly result: MergeResult }
  /** Images were taken in; the memory that they take there now. */
  | { readonly kind: 'took'; readonly call: number; readonly memoryBytes: number }
  | { readonly kind: 'made'; readonly call: number; readonly parts: readonly PackedPart[] }
  | { readonly kind: 'failed'; readonly call: number; readonly error: WireError }

export type ToIndexing =
  | { readonly kind: 'start'; readonly setup: IndexingSetup }
  | (Call & { readonly kind: 'create'; readonly definition: IndexDefinition })
  | (Call & { readonly kind: 'drop' | 'refresh' | 'commit' | 'describe' | 'close' })
  | (Call & {
      readonly kind: 'apply'
      readonly images: Uint8Array
      readonly position: number
      readonly note: Uint8Array | undefined
    })
  | { readonly kind: 'damage'; readonly index: number; readonly problem: WireError }
  | { readonly kind: 'seen'; readonly index: number; readonly version: number }

export type FromIndexing =
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly call: number; readonly error: WireError }
  | { readonly kind: 'shown'; readonly index: number; readonly snapshot: Snapshot }
  | { readonly kind: 'gone'; readonly index: number; readonly problem: WireError | undefined }
  | { readonly kind: 'durable'; readonly index: number; readonly position: number }

export type ToQuery =
  | { readonly kind: 'start'; readonly cacheBytes: number }
  | {
      readonly kind: 'show'
      readonly index: number
      readonly layout: IndexLayout
      readonly snapshot: Snapshot
    }
  | { readonly kind: 'forget'; readonly index: number }
  | (Call & QueryWork)

/** The kinds of work for a query thread. */
export type QueryWork =
  | {
      readonly kind: 'search'
      readonly search: Packed<AskedSearch>
      /** Whether its cost is known to be short beside the thread's current work. */
      readonly isKnown: boolean
      /** In milliseconds since the epoch, by the monotonic clock that all threads share. */
      readonly deadline: number
    }
  | {
      readonly kind: 'highlight'
      readonly search: Packed<SearchQuery>
      readonly rows: Packed<readonly CompletedRow[]>
    }
  | {
      readonly kind: 'keys'
      readonly after: Uint8Array | undefined
      readonly limit: number
      readonly every: number | undefined
    }
  | {
      readonly kind: 'fingerprints'
      readonly after: Uint8Array | undefined
      readonly limit: number
    }
  | { readonly kind: 'fingerprintsOf'; readonly images: Uint8Array }

/** The answer to a call, and the milliseconds that the thread spent on it. */
interface Answered {
  readonly call: number
  readonly ms: number
}

export type FromQuery =
  | (Answered & { readonly kind: 'found' } & FoundMessage)
  | (Answered & { readonly kind: 'hits'; readonly hits: Packed<readonly SearchHit[]> })
  | (Answered & { readonly kind: 'keys'; readonly keys: PackedKeys })
  | (Answered & {
      readonly kind: 'fingerprints'
      readonly keys: PackedKeys
      readonly fingerprints: BigUint64Array
    })
  | (Answered & { readonly kind: 'fingerprintsOf'; readonly fingerprints: BigUint64Array })
  | (Answered & { readonly kind: 'failed'; readonly error: WireError })
  | { readonly kind: 'seen'; readonly index: number; readonly version: number }
  | { readonly kind: 'memory'; readonly index: number; readonly bytes: number }
  | {
      readonly kind: 'damaged'
      readonly index: number
      readonly version: number
      readonly problem: WireError
    }
