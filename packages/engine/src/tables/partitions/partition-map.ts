import { expectDefined, invariant } from '@rowhouse/platform'
import { Partition } from './partition.js'
import type { PartitionLayout } from './partition-layout.js'

const FIRST_START = Buffer.alloc(0)
/** Bytes behind the common beginning of all split keys that are compared as one number. */
const NUMBER_BYTES = 6

/**
 * The partitions of an open table, in the order of their keys: together they hold every key exactly
 * once. Every row operation asks it, so `find` makes no objects and mostly compares numbers.
 */
export class PartitionMap {
  #all: readonly Partition[] = []
  #layout: PartitionLayout
  #version = 0
  /** Where all partitions but the first begin. */
  #starts: readonly Buffer[] = []
  /** What all of them begin with. */
  #common: Buffer = FIRST_START
  /** The bytes behind it, of each. */
  #numbers = new Float64Array(0)

  constructor(layout: PartitionLayout) {
    this.#layout = layout
    this.#all = this.#take(layout)
  }

  /** As many partitions as a table has that was split at these keys when it was created. */
  static splitAt(keys: readonly Buffer[]): PartitionMap {
    const bounds = [FIRST_START, ...keys].map((start, id) => ({ id, start }))
    return new PartitionMap({ bounds, nextId: bounds.length, events: [] })
  }

  get all(): readonly Partition[] {
    return this.#all
  }

  get count(): number {
    return this.#all.length
  }

  get layout(): PartitionLayout {
    return this.#layout
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /**
   * The partition of an encoded partition key that stands in `key` from `from` on. What follows it there
   * does not matter: no encoded value begins another, so a whole row key may be given.
   */
  find(key: Uint8Array, from: number, to = key.length): Partition {
    const partition = this.#all[this.#indexOf(key, from, to)]
    invariant(partition !== undefined, 'every key has a partition')
    return partition
  }

  /** Partitions whose bound stays are the same objects as before. */
  replace(layout: PartitionLayout): void {
    invariant(layout.nextId >= this.#layout.nextId, 'partition ids are not given again')
    this.#all = this.#take(layout)
    this.#layout = layout
    this.#version++
  }

  #take({ bounds, nextId }: PartitionLayout): readonly Partition[] {
    const known = new Map(this.#all.map((partition) => [partition.id, partition]))
    const partitions = bounds.map((bound, index) => {
      invariant(bound.id < nextId, 'partition ids are below the next one')
      const end = bounds[index + 1]?.start
      const isAscending = end === undefined || bound.start.compare(end) < 0
      invariant(isAscending, 'partitions stand in the order of their keys')
      const same = known.get(bound.id)
      const isSame = same?.start.equals(bound.start) === true && sameEnd(same.end, end)
      invariant(same === undefined || isSame, 'a range that changes has another id')
      return same ?? new Partition(bound, end)
    })
    invariant(partitions[0]?.start.length === 0, 'the first partition begins before all keys')
    this.#starts = partitions.slice(1).map(({ start }) => start)
    this.#common = commonStart(this.#starts)
    this.#numbers = Float64Array.from(this.#starts, (start) =>
      numberAt(start, this.#common.length, start.length),
    )
    return partitions
  }

  /** How many partitions begin at or before the key, without the first one. */
  #indexOf(key: Uint8Array, from: number, to: number): number {
    const common = this.#common
    for (let at = 0; at < common.length; at++) {
      const byte = from + at < to ? expectDefined(key[from + at], WITHIN_KEY) : -1
      const other = expectDefined(common[at], WITHIN_KEY)
      if (byte !== other) return byte < other ? 0 : this.#starts.length
    }
    const numbers = this.#numbers
    const number = numberAt(key, from + common.length, to)
    let low = 0
    let high = numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (expectDefined(numbers[middle], WITHIN_MAP) < number) low = middle + 1
      else high = middle
    }
    // Keys that are alike so far are compared as bytes; there are few of them, or none.
    if (numbers[low] !== number) return low
    return this.#among(low, this.#endOfAlike(low, number), key, from, to)
  }

  #endOfAlike(first: number, number: number): number {
    let low = first
    let high = this.#numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (expectDefined(this.#numbers[middle], WITHIN_MAP) <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  #among(first: number, end: number, key: Uint8Array, from: number, to: number): number {
    let low = first
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = expectDefined(this.#starts[middle], WITHIN_MAP)
      if (start.compare(key, from, to) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

const WITHIN_KEY = 'the end is within the key'
const WITHIN_MAP = 'a search stays among the partitions'

const sameEnd = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b)

const commonStart = (keys: readonly Buffer[]): Buffer => {
  const first = keys[0]
  const last = keys.at(-1)
  if (first === undefined || last === undefined) return FIRST_START
  let length = 0
  while (length < first.length && first[length] === last[length]) length++
  return first.subarray(0, length)
}

/** The next bytes as one number, as if zeros followed the key. */
const numberAt = (key: Uint8Array, at: number, end: number): number => {
  let number = 0
  for (let index = at; index < at + NUMBER_BYTES; index++)
    number = number * 256 + (index < end ? expectDefined(key[index], WITHIN_KEY) : 0)
  return number
}
