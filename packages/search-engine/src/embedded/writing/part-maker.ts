import { type IndexPart, PartBuilder } from '../../indexes/part-builder.js'
import type { SegmentFormat } from '../../indexes/segment-format.js'
import { searchEngineLimits } from '../../limits.js'
import { feedPacked } from './feed-rows.js'

/** Makes parts of packed images for an index that another thread writes. */
export class PartMaker {
  readonly #format: SegmentFormat
  readonly #partBytes: number
  readonly #parts: IndexPart[] = []
  #builder: PartBuilder

  constructor(format: SegmentFormat, partBytes: number) {
    this.#format = format
    this.#partBytes = partBytes
    this.#builder = new PartBuilder(format.builder())
  }

  get memoryBytes(): number {
    let bytes = this.#builder.memoryBytes
    for (const { content } of this.#parts) bytes += content?.length ?? 0
    return bytes
  }

  take(packed: Uint8Array): void {
    feedPacked(packed, this.#builder)
    if (isEnough(this.#builder.images, this.#builder.memoryBytes, this.#partBytes)) this.#cut()
  }

  finish(): IndexPart[] {
    this.#cut()
    return this.#parts
  }

  #cut(): void {
    this.#parts.push(this.#builder.finish())
    this.#builder = new PartBuilder(this.#format.builder())
  }
}

/** Whether a part should have no more images. */
export function isEnough(images: number, memoryBytes: number, partBytes: number): boolean {
  return images >= searchEngineLimits.SEARCH_SEAL_DOCUMENTS || memoryBytes >= partBytes
}
