import { limits } from '@rowhouse/protocol'

/**
 * The head of every partition-key value: a number that grows with each of its commits. Bounded: values
 * whose last commit is long past are forgotten and answer the floor, which is not smaller than any
 * forgotten head. So forgetting may cause a conflict that is none, but never hides one.
 */
export class PartitionHeads {
  readonly #capacity: number
  /** In the order of the last commits. */
  readonly #heads = new Map<string, number>()
  readonly #tokens = new Map<string, string>()
  /** Kept between evictions: starting over would walk past all that was deleted. */
  #oldest: MapIterator<string> = this.#heads.keys()
  #floor: number

  constructor(floor: number, capacity: number = limits.PARTITION_HEADS_MAX) {
    this.#floor = floor
    this.#capacity = capacity
  }

  get size(): number {
    return this.#heads.size
  }

  of(partition: string): number {
    return this.#heads.get(partition) ?? this.#floor
  }

  /** The token of the last commit, as a latin1 string, if it had one and is remembered. */
  tokenOf(partition: string): string | undefined {
    return this.#tokens.get(partition)
  }

  set(partition: string, head: number, token: string | undefined): void {
    this.#heads.delete(partition)
    this.#heads.set(partition, head)
    if (token !== undefined) this.#tokens.set(partition, token)
    else if (this.#tokens.size > 0) this.#tokens.delete(partition)
    if (this.#heads.size > this.#capacity) this.#forgetOldest()
  }

  #forgetOldest(): void {
    let next = this.#oldest.next()
    if (next.done) {
      this.#oldest = this.#heads.keys()
      next = this.#oldest.next()
    }
    if (next.done) return
    this.#floor = Math.max(this.#floor, this.of(next.value))
    this.#heads.delete(next.value)
    this.#tokens.delete(next.value)
  }
}
