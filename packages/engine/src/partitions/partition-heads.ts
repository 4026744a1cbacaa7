import { limits } from '@rowhouse/protocol'

interface Generation {
  readonly heads: Map<string, number>
  readonly tokens: Map<string, string>
}

/**
 * The head of every partition-key value: a number that grows with each of its commits. Bounded: values
 * whose last commit is long past are forgotten and answer the floor, which is not smaller than any
 * forgotten head. So forgetting may cause a conflict that is none, but never hides one.
 *
 * Two generations instead of a list by age: when the young one is full, the old one is forgotten as a whole.
 */
export class PartitionHeads {
  readonly #capacity: number
  #young: Generation = emptyGeneration()
  #old: Generation = emptyGeneration()
  #floor: number
  #newest: number
  /** The largest head of the old generation. */
  #newestOld: number

  constructor(floor: number, capacity: number = limits.PARTITION_HEADS_MAX) {
    this.#capacity = capacity
    this.#floor = floor
    this.#newest = floor
    this.#newestOld = floor
  }

  get size(): number {
    return this.#young.heads.size + this.#old.heads.size
  }

  of(partition: string): number {
    return this.#young.heads.get(partition) ?? this.#old.heads.get(partition) ?? this.#floor
  }

  /** The token of the last commit, as a latin1 string, if it had one and is remembered. */
  tokenOf(partition: string): string | undefined {
    const { heads, tokens } = this.#young
    return heads.has(partition) ? tokens.get(partition) : this.#old.tokens.get(partition)
  }

  /** `head` must be larger than any before. */
  set(partition: string, head: number, token: string | undefined): void {
    const { heads, tokens } = this.#young
    heads.set(partition, head)
    if (token !== undefined) tokens.set(partition, token)
    else if (tokens.size > 0) tokens.delete(partition)
    this.#newest = head
    if (heads.size * 2 >= this.#capacity) this.#age()
  }

  #age(): void {
    this.#floor = this.#newestOld
    this.#newestOld = this.#newest
    this.#old = this.#young
    this.#young = emptyGeneration()
  }
}

function emptyGeneration(): Generation {
  return { heads: new Map(), tokens: new Map() }
}
