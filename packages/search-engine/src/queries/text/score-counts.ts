import { limits } from '@rowhouse/protocol'
import { createHash, hashBytes } from '@rowhouse/platform'

export type CountKind = 'documents' | 'tokens' | 'term'

/**
 * The counts that scores are made of. The tokens of pages by score carry those of the first page:
 * with current counts, rows written meanwhile would move others past the end of the previous page.
 */
export class ScoreCounts {
  readonly #known: ReadonlyMap<number, number>
  readonly #asked = new Map<number, number>()
  readonly #hash = createHash()

  constructor(known: ReadonlyMap<number, number> = new Map()) {
    this.#known = known
  }

  /**
   * The counts that a token carries; of very many words only the first ones, so that tokens stay
   * small.
   */
  get asked(): ReadonlyMap<number, number> {
    return this.#asked
  }

  of(kind: CountKind, fieldName: string, term: Uint8Array, count: () => number): number {
    const number = this.#numberOf(kind, fieldName, term)
    const value = this.#asked.get(number) ?? this.#known.get(number) ?? count()
    if (this.#asked.size < limits.SEARCH_TOKEN_STATISTICS_MAX) this.#asked.set(number, value)
    return value
  }

  /** 48 bits: a token has about a thousand at most, so a collision is very unlikely. */
  #numberOf(kind: CountKind, fieldName: string, term: Uint8Array): number {
    const name = Buffer.concat([Buffer.from(`${kind}\0${fieldName}\0`), term])
    hashBytes(name, 0, name.length, this.#hash)
    return (this.#hash.high & 0xffff) * 2 ** 32 + this.#hash.low
  }
}
