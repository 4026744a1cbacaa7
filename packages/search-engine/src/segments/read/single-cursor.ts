import { outOfRange } from '@rowhouse/platform'
import { unpackRow } from '../format/bit-packing.js'
import { FLAG, PLACE_MASK } from '../format/postings-layout.js'
import { NO_MORE } from '../../queries/doc-set.js'
import type { PositionList, PostingsCursor } from '../field-reader.js'
import { roomFor } from './position-list.js'

/** The cursor of a term with a single document. */
export class SingleCursor implements PostingsCursor {
  document = -1
  readonly cost = 1
  readonly #only: number
  /** The term's word in `details`; undefined where neither frequencies nor positions are needed. */
  readonly #detail: number | undefined
  readonly #positions: Uint32Array | undefined

  constructor(only: number, detail: number | undefined, positions: Uint32Array | undefined) {
    this.#only = only
    this.#detail = detail
    this.#positions = positions
  }

  next(): number {
    this.document = this.document === -1 ? this.#only : NO_MORE
    return this.document
  }

  advance(target: number): number {
    this.document = this.document === -1 && target <= this.#only ? this.#only : NO_MORE
    return this.document
  }

  fill(documents: Int32Array): number {
    const only = this.next()
    if (only === NO_MORE) return 0
    documents[0] = only
    return 1
  }

  frequency(): number {
    const detail = this.#detail
    if (detail === undefined || detail >= FLAG) return 1
    return this.#positions?.[detail] ?? 1
  }

  positions(target: PositionList): number {
    const detail = this.#detail
    const words = this.#positions
    if (detail === undefined || words === undefined) return 0
    if (detail >= FLAG) {
      roomFor(target, 1)
      target.values[0] = detail & PLACE_MASK
      return 1
    }
    const count = words[detail] ?? outOfRange()
    roomFor(target, count)
    unpackRow(words, detail + 2, 0, count, words[detail + 1] ?? outOfRange(), target.values)
    return count
  }
}
