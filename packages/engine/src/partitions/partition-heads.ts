import { engineLimits } from '../limits.js'

/**
 * The head of every partition-key value: a number that grows with each of its commits. The table is
 * bounded: values whose hashes fall into one slot share its head, the largest of theirs. Sharing may cause
 * a spurious conflict, but never hides one.
 */
export class PartitionHeads {
  readonly #heads: Float64Array
  readonly #floor: number
  #size = 0
  /** Tokens are kept in two generations: when the young one is full, the old one is dropped whole. */
  #youngTokens = new Map<string, string>()
  #oldTokens = new Map<string, string>()

  /** `slots` is a power of two. */
  constructor(floor: number, slots: number = engineLimits.PARTITION_HEADS_MAX) {
    this.#heads = new Float64Array(slots)
    this.#floor = floor
  }

  /** How many slots are in use. */
  get size(): number {
    return this.#size
  }

  /** Whether a commit without a token must call `forgetToken`. */
  get hasTokens(): boolean {
    return this.#youngTokens.size + this.#oldTokens.size > 0
  }

  of(hash: number): number {
    const head = this.#heads[hash & (this.#heads.length - 1)] ?? 0
    return head === 0 ? this.#floor : head
  }

  /** `head` must be larger than any before. */
  set(hash: number, head: number): void {
    const slot = hash & (this.#heads.length - 1)
    if (this.#heads[slot] === 0) this.#size++
    this.#heads[slot] = head
  }

  /**
   * The token of the last commit, as a latin1 string; undefined if it had none or is no longer remembered.
   */
  tokenOf(partition: string): string | undefined {
    return this.#youngTokens.get(partition) ?? this.#oldTokens.get(partition)
  }

  setToken(partition: string, token: string): void {
    this.#youngTokens.set(partition, token)
    if (this.#youngTokens.size < engineLimits.COMMIT_TOKENS_MAX / 2) return
    this.#oldTokens = this.#youngTokens
    this.#youngTokens = new Map()
  }

  /** Called when the last commit has no token. */
  forgetToken(partition: string): void {
    this.#youngTokens.delete(partition)
    this.#oldTokens.delete(partition)
  }
}
