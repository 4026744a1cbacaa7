import {
  type ImageScope,
  type ImageSource,
  type Images,
  type LoggedCommit,
  RowImager,
  type SliceImages,
  type Table,
  imagesOfCommits,
  imagesOfSlice,
} from '@rowhouse/engine'
import { ImagePacker, type PackedImages } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'

export interface PackedRows {
  readonly count: number
  readonly images: PackedImages
  /** Rows whose bytes are damaged have no image. */
  readonly damagedRows: number
}

export interface PackedSlice extends PackedRows {
  /** The last row of the slice; undefined when the table has no row after its beginning. */
  readonly last: Buffer | undefined
}

/** Slices are large because the store's read-ahead grows during a scan. */
const SLICE = {
  rows: searchLimits.SEARCH_SLICE_ROWS,
  bytes: searchLimits.SEARCH_SLICE_BYTES,
} as const

type Place = Omit<ImageSource, 'imager'>

/** Reads rows of a table into packed images for a search engine. One call may run at a time. */
export class RowPacker {
  readonly #packer = new ImagePacker()
  readonly #source: ImageSource<number>

  constructor(place: Place, table: Table, scope: ImageScope) {
    this.#source = { ...place, imager: new RowImager(table, scope, this.#packer) }
  }

  /** Packs the images of a slice; see imagesOfSlice. */
  async slice(after: Buffer | undefined): Promise<PackedSlice> {
    const slice: SliceImages<number> = await imagesOfSlice(this.#source, after, SLICE)
    return { ...this.#taken(slice), last: slice.last }
  }

  /** Packs the images of commits; see imagesOfCommits. */
  async commits(commits: readonly LoggedCommit[]): Promise<PackedRows> {
    return this.#taken(await imagesOfCommits(this.#source, commits))
  }

  #taken({ images, damagedRows }: Images<number>): PackedRows {
    return { count: images.length, images: this.#packer.take(), damagedRows }
  }
}
