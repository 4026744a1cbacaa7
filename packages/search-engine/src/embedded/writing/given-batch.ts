import type { RowSink } from '../../indexes/row-sink.js'
import type { PackedImages, RowImage } from '../../search-engine.js'
import { feedImages, feedPacked } from './feed-rows.js'
import { packedCount } from '../../images/image-batch.js'

/** A batch of images from the feeder. */
export interface GivenBatch {
  readonly images: GivenImages
  readonly position: number
  /** Undefined keeps the previous note. */
  readonly note: Buffer | undefined
}

/** Images that are only read when they are taken in. */
export interface GivenImages {
  readonly count: number
  /** The images as one buffer, for another thread; undefined where they were never packed. */
  readonly packed: Uint8Array | undefined
  feed(sink: RowSink): void
}

export function givenImages(images: readonly RowImage[] | PackedImages): GivenImages {
  if (images instanceof Uint8Array) return packedImages(images)
  return { count: images.length, packed: undefined, feed: (sink) => feedImages(images, sink) }
}

export function packedImages(packed: Uint8Array): GivenImages {
  return { count: packedCount(packed), packed, feed: (sink) => feedPacked(packed, sink) }
}
