import { outOfRange } from '@rowhouse/platform'
import { GrowableBytes, GrowableUint32 } from './growable.js'

/**
 * Terms per block: the first is stored whole, the others without the prefix they share with the one
 * before.
 */
export const TERMS_PER_BLOCK = 16
export const BLOCK_SHIFT = 4

/**
 * Terms of fields repeat the last bytes of the shared prefix. So any three bytes of a term are
 * adjacent somewhere in its block, and a search for them decodes no term.
 */
export const SEAM_BYTES = 2

/** Takes distinct terms in ascending order. */
export class DictionaryWriter {
  readonly #seam: number
  readonly #blocks = new GrowableBytes()
  readonly #offsets = new GrowableUint32()
  #size = 0
  /** The length of the last term in `#last`. */
  #last = new Uint8Array(64)
  #lastLength = 0

  /** `seam` is the number of shared bytes that are repeated. */
  constructor(seam: number) {
    this.#seam = seam
  }

  get size(): number {
    return this.#size
  }

  add(source: Uint8Array, from: number, to: number): void {
    const length = to - from
    const blocks = this.#blocks
    let shared = 0
    if (this.#size % TERMS_PER_BLOCK === 0) {
      this.#offsets.push(blocks.length)
      blocks.pushVarint(length)
    } else {
      const most = Math.min(length, this.#lastLength)
      while (shared < most && this.#last[shared] === source[from + shared]) shared++
      shared = Math.max(0, shared - this.#seam)
      blocks.pushVarint(shared)
      blocks.pushVarint(length - shared)
    }
    blocks.append(source, from + shared, to)
    this.#remember(source, from, to, shared)
    this.#size++
  }

  #remember(source: Uint8Array, from: number, to: number, shared: number): void {
    const length = to - from
    if (length > this.#last.length) {
      const grown = new Uint8Array(length * 2)
      grown.set(this.#last)
      this.#last = grown
    }
    for (let index = shared; index < length; index++)
      this.#last[index] = source[from + index] ?? outOfRange()
    this.#lastLength = length
  }

  /** The terms, and where each block of them begins. */
  sections(): { readonly terms: Uint8Array; readonly offsets: Uint32Array } {
    return { terms: this.#blocks.view(), offsets: this.#offsets.view() }
  }
}
