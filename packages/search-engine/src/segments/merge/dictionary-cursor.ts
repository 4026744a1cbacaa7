import type { TermDictionary } from '../field-reader.js'
import type { SortedCursor } from './merge-sorted.js'

/** Walks the terms of a dictionary, or only the used ones. */
export class DictionaryCursor implements SortedCursor {
  bytes: Uint8Array = new Uint8Array(0)
  ordinal = -1
  readonly #dictionary: TermDictionary
  readonly #used: Uint8Array | undefined

  /** `used[ordinal]` is 0 for terms to skip. */
  constructor(dictionary: TermDictionary, used: Uint8Array | undefined) {
    this.#dictionary = dictionary
    this.#used = used
  }

  next(): boolean {
    while (++this.ordinal < this.#dictionary.size) {
      if (this.#used?.[this.ordinal] === 0) continue
      this.bytes = this.#dictionary.term(this.ordinal)
      return true
    }
    return false
  }
}
