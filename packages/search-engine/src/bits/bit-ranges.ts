import { outOfRange } from '@rowhouse/platform'
import { popCount } from './bit-set.js'

/** The number of set bits in [from, to). */
export function countRange(words: Uint32Array, from: number, end: number): number {
  if (from >= end) return 0
  const first = from >>> 5
  const last = (end - 1) >>> 5
  let count = 0
  for (let at = first; at <= last; at++) count += popCount(words[at] ?? outOfRange())
  count -= popCount((words[first] ?? outOfRange()) & ~(-1 << (from & 31)))
  const behind = end & 31
  if (behind !== 0) count -= popCount((words[last] ?? outOfRange()) & (-1 << behind))
  return count
}

/** The index of the set bit that has `before` set ones before it, from an index on; -1: there is none. */
export function selectBit(words: Uint32Array, before: number, from = 0): number {
  let left = before
  for (let at = from >>> 5; at < words.length; at++) {
    let word = words[at] ?? outOfRange()
    if (at === from >>> 5) word &= -1 << (from & 31)
    const count = popCount(word)
    if (left >= count) {
      left -= count
      continue
    }
    for (; left > 0; left--) word &= word - 1
    return (at << 5) + 31 - Math.clz32(word & -word)
  }
  return -1
}
