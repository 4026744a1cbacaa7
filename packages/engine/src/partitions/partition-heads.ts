import { engineLimits } from '../limits.js'

/**
 * The head of every partition-key value: a number that grows with each of its commits. Bounded: values
 * share places by their hash, and a place knows the largest head of all who share it. Sharing may cause
 * a spurious conflict, but never hides one.
 */
export class PartitionHeads {
  readonly #heads: Float64Array
  readonly #floor: number
  #size = 0
  /** Two generations: when the young one is full, the old one is forgotten as a whole. */
  #youngTokens = new Map<string, string>()
  #oldTokens = new Map<string, string>()

  /** `places` is a power of two. */
  constructor(floor: number, places: number = engineLimits.PARTITION_HEADS_MAX) {
    this.#heads = new Float64Array(places)
    this.#floor = floor
  }

  /** How many places are taken. */
  get size(): number {
    return this.#size
  }

  /** Whether a commit must tell `forgetToken` of itself. */
  get hasTokens(): boolean {
    return this.#youngTokens.size + this.#oldTokens.size > 0
  }

  of(hash: number): number {
    const head = this.#heads[hash & (this.#heads.length - 1)] ?? 0
    return head === 0 ? this.#floor : head
  }

  /** `head` must be larger than any before. */
  set(hash: number, head: number): void {
    const place = hash & (this.#heads.length - 1)
    if (this.#heads[place] === 0) this.#size++
    this.#heads[place] = head
  }

  /** The token of the last commit, as a latin1 string, if it had one and is remembered. */
  tokenOf(partition: string): string | undefined {
    return this.#youngTokens.get(partition) ?? this.#oldTokens.get(partition)
  }

  setToken(partition: string, token: string): void {
    this.#youngTokens.set(partition, token)
    if (this.#youngTokens.size < engineLimits.COMMIT_TOKENS_MAX / 2) return
    this.#oldTokens = this.#youngTokens
    this.#youngTokens = new Map()
  }

  /** The last commit had none. */
  forgetToken(partition: string): void {
    this.#youngTokens.delete(partition)
    this.#oldTokens.delete(partition)
  }
}
