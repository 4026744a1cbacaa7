import { limits } from '@rowhouse/protocol'
import { createHash, hashBytes } from '../../bits/hash.js'

export type CountKind = 'documents' | 'tokens' | 'term'

/**
 * Counts that scores are made of. A walk by score goes on with those of its first page, which its tokens
 * carry: with counts of now every row that was written meanwhile would move all others past the place where
 * the last page ended.
 */
export class ScoreCounts {
  readonly #known: ReadonlyMap<number, number>
  readonly #asked = new Map<number, number>()
  readonly #hash = createHash()

  constructor(known: ReadonlyMap<number, number> = new Map()) {
    this.#known = known
  }

  /** What a token carries of it; of very many words the first ones, so that tokens stay small. */
  get asked(): ReadonlyMap<number, number> {
    return this.#asked
  }

  of(kind: CountKind, fieldName: string, term: Uint8Array, count: () => number): number {
    const number = this.#numberOf(kind, fieldName, term)
    const value = this.#asked.get(number) ?? this.#known.get(number) ?? count()
    if (this.#asked.size < limits.SEARCH_TOKEN_STATISTICS_MAX) this.#asked.set(number, value)
    return value
  }

  /** 48 bits: a token has about a thousand at most, so two are hardly ever alike. */
  #numberOf(kind: CountKind, fieldName: string, term: Uint8Array): number {
    const name = Buffer.concat([Buffer.from(`${kind}\0${fieldName}\0`), term])
    hashBytes(name, 0, name.length, this.#hash)
    return (this.#hash.high & 0xffff) * 2 ** 32 + this.#hash.low
  }
}
