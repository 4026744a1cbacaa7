import { expectDefined, invariant } from '@rowhouse/platform'
import { Partition } from './partition.js'
import type { PartitionLayout } from './partition-layout.js'

const FIRST_START = Buffer.alloc(0)
/** How many bytes after the common prefix of all start keys are compared as one number. */
const NUMBER_BYTES = 6

/**
 * The partitions of an open table, in the order of their keys; every key belongs to exactly one. Every
 * row operation calls `find`, so it allocates nothing and mostly compares numbers.
 */
export class PartitionMap {
  #all: readonly Partition[] = []
  #layout: PartitionLayout
  #version = 0
  /** The start keys of all partitions but the first. */
  #starts: readonly Buffer[] = []
  /** The common prefix of the start keys. */
  #common: Buffer = FIRST_START
  /** The bytes after the prefix, as one number for each start key. */
  #numbers = new Float64Array(0)

  constructor(layout: PartitionLayout) {
    this.#layout = layout
    this.#all = this.#take(layout)
  }

  /** The partitions of a table that was created with these split keys. */
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
   * The partition of the encoded partition key that begins at `from` in `key`. A whole row key may be
   * given, because no encoded value is a prefix of another.
   */
  find(key: Uint8Array, from: number, to = key.length): Partition {
    const partition = this.#all[this.#indexOf(key, from, to)]
    invariant(partition !== undefined, 'every key has a partition')
    return partition
  }

  /** A partition whose bounds do not change stays the same object. */
  replace(layout: PartitionLayout): void {
    invariant(layout.nextId >= this.#layout.nextId, 'partition ids are not reused')
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
      invariant(same === undefined || isSame, 'a changed range has a new id')
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

  /** The index of the key's partition: the number of start keys at or below the key. */
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
    // The few start keys that have the same number, if any, are compared as bytes.
    if (numbers[low] !== number) return low
    return this.#indexAmong(low, this.#endOfEqualNumbers(low, number), key, from, to)
  }

  #endOfEqualNumbers(first: number, number: number): number {
    let low = first
    let high = this.#numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (expectDefined(this.#numbers[middle], WITHIN_MAP) <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  #indexAmong(first: number, end: number, key: Uint8Array, from: number, to: number): number {
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

/** The next NUMBER_BYTES bytes as one number, as if zeros followed the key. */
const numberAt = (key: Uint8Array, at: number, end: number): number => {
  let number = 0
  for (let index = at; index < at + NUMBER_BYTES; index++)
    number = number * 256 + (index < end ? expectDefined(key[index], WITHIN_KEY) : 0)
  return number
}
