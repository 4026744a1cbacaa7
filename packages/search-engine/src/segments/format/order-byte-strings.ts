import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from './compare-bytes.js'
import { radixOrder } from './radix-order.js'

/** Concatenated byte strings: string i spans starts[i] to starts[i + 1]. */
export interface ByteStrings {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** What is still to be sorted: strings that agree in their first `depth` bytes. */
interface Work {
  readonly strings: ByteStrings
  readonly ids: Uint32Array
  readonly keys: Uint32Array
}

const INSERTION_MAX = 12
/** For fewer strings the tables of counting do not pay. */
const COUNTED_MIN = 256
/** The bytes behind the common prefix by which strings are counted. */
const COUNTED_BYTES = 8
/** The bytes of a string in one key; its lowest byte says how many there were, 4 for more. */
const KEY_BYTES = 3

/**
 * Sorts the numbers of byte strings in place by their bytes, ties by number. Many strings are
 * sorted by counting the eight bytes behind their common prefix. Ties there, and few strings, are
 * sorted by a three-way quicksort over keys of three bytes. Comparing whole strings in a callback
 * takes far longer.
 */
export const orderByteStrings = (strings: ByteStrings, ids: Uint32Array): void => {
  if (isOrdered(strings, ids)) return
  const work = { strings, ids, keys: new Uint32Array(ids.length) }
  if (ids.length < COUNTED_MIN) sortFrom(work, 0, ids.length, 0)
  else sortCounted(work, sharedLength(strings, ids))
}

const sortFrom = (work: Work, from: number, to: number, depth: number): void => {
  fillKeys(work, from, to, depth)
  sortSpan(work, from, to, depth)
}

/** The length of the prefix that all strings share. */
const sharedLength = ({ bytes, starts }: ByteStrings, ids: Uint32Array): number => {
  const first = ids[0] ?? outOfRange()
  const start = starts[first] ?? outOfRange()
  let shared = (starts[first + 1] ?? outOfRange()) - start
  for (let index = 1; index < ids.length && shared > 0; index++) {
    const id = ids[index] ?? outOfRange()
    const from = starts[id] ?? outOfRange()
    shared = Math.min(shared, (starts[id + 1] ?? outOfRange()) - from)
    for (let at = 0; at < shared; at++) if (bytes[from + at] !== bytes[start + at]) shared = at
  }
  return shared
}

const sortCounted = (work: Work, depth: number): void => {
  const { ids } = work
  const count = ids.length
  const high = new Uint32Array(count)
  const low = new Uint32Array(count)
  fillWords(work, depth, high, 0)
  fillWords(work, depth, low, COUNTED_BYTES / 2)
  const order = radixOrder(low, high, count)
  const before = ids.slice()
  for (let index = 0; index < count; index++)
    ids[index] = before[order[index] ?? outOfRange()] ?? outOfRange()
  let from = 0
  for (let to = 1; to <= count; to++) {
    const first = order[from] ?? outOfRange()
    if (to < count) {
      const next = order[to] ?? outOfRange()
      if (high[first] === high[next] && low[first] === low[next]) continue
    }
    // Without its last byte a string may have ended where another has a zero.
    const isLong = ((low[first] ?? outOfRange()) & 0xff) !== 0
    if (to - from > 1) sortFrom(work, from, to, isLong ? depth + COUNTED_BYTES : depth)
    from = to
  }
}

/** Four bytes of each string, zeros where it has ended. */
const fillWords = (
  { strings, ids }: Work,
  depth: number,
  words: Uint32Array,
  skip: number,
): void => {
  const { bytes, starts } = strings
  for (let index = 0; index < words.length; index++) {
    const id = ids[index] ?? outOfRange()
    const start = (starts[id] ?? outOfRange()) + depth + skip
    const left = (starts[id + 1] ?? outOfRange()) - start
    let word = 0
    if (left > 0) word = (bytes[start] ?? outOfRange()) << 24
    if (left > 1) word |= (bytes[start + 1] ?? outOfRange()) << 16
    if (left > 2) word |= (bytes[start + 2] ?? outOfRange()) << 8
    if (left > 3) word |= bytes[start + 3] ?? outOfRange()
    words[index] = word
  }
}

const isOrdered = (strings: ByteStrings, ids: Uint32Array): boolean => {
  for (let index = 1; index < ids.length; index++)
    if (compareIds(strings, ids[index - 1] ?? outOfRange(), ids[index] ?? outOfRange(), 0) > 0)
      return false
  return true
}

const compareIds = ({ bytes, starts }: ByteStrings, a: number, b: number, depth: number): number =>
  compareBytes(
    bytes,
    (starts[a] ?? outOfRange()) + depth,
    starts[a + 1] ?? outOfRange(),
    bytes,
    (starts[b] ?? outOfRange()) + depth,
    starts[b + 1] ?? outOfRange(),
  ) || a - b

const fillKeys = (work: Work, from: number, to: number, depth: number): void => {
  const { bytes, starts } = work.strings
  for (let index = from; index < to; index++) {
    const id = work.ids[index] ?? outOfRange()
    const start = (starts[id] ?? outOfRange()) + depth
    const left = (starts[id + 1] ?? outOfRange()) - start
    let key = Math.min(left, KEY_BYTES + 1)
    if (left > 0) key |= (bytes[start] ?? outOfRange()) << 24
    if (left > 1) key |= (bytes[start + 1] ?? outOfRange()) << 16
    if (left > 2) key |= (bytes[start + 2] ?? outOfRange()) << 8
    work.keys[index] = key
  }
}

const sortSpan = (work: Work, first: number, last: number, firstDepth: number): void => {
  const { ids, keys } = work
  let [from, to, depth] = [first, last, firstDepth]
  while (to - from > INSERTION_MAX) {
    const pivot = pivotOf(keys, from, to)
    const [less, more] = partition(work, from, to, pivot)
    sortSpan(work, from, less, depth)
    sortSpan(work, more, to, depth)
    from = less
    to = more
    if ((pivot & 0xff) <= KEY_BYTES) {
      ids.subarray(from, to).sort()
      return
    }
    depth += KEY_BYTES
    fillKeys(work, from, to, depth)
  }
  insertionSort(work, from, to, depth)
}

/** The pseudomedian of nine. */
const pivotOf = (keys: Uint32Array, from: number, to: number): number => {
  const step = (to - from - 1) / 8
  const samples = new Uint32Array(9)
  for (let index = 0; index < 9; index++)
    samples[index] = keys[from + Math.floor(index * step)] ?? outOfRange()
  samples.sort()
  return samples[4] ?? outOfRange()
}

/** Answers where the strings with the pivot's key begin, and where they end. */
const partition = (work: Work, from: number, to: number, pivot: number): [number, number] => {
  const { ids, keys } = work
  let less = from
  let more = to
  let index = from
  while (index < more) {
    const key = keys[index] ?? outOfRange()
    if (key === pivot) {
      index++
      continue
    }
    const other = key < pivot ? less++ : --more
    const id = ids[index] ?? outOfRange()
    keys[index] = keys[other] ?? outOfRange()
    ids[index] = ids[other] ?? outOfRange()
    keys[other] = key
    ids[other] = id
    if (key < pivot) index++
  }
  return [less, more]
}

const insertionSort = (work: Work, from: number, to: number, depth: number): void => {
  const { ids, strings } = work
  for (let index = from + 1; index < to; index++) {
    const id = ids[index] ?? outOfRange()
    let place = index
    while (place > from && compareIds(strings, ids[place - 1] ?? outOfRange(), id, depth) > 0) {
      ids[place] = ids[place - 1] ?? outOfRange()
      place--
    }
    ids[place] = id
  }
}
