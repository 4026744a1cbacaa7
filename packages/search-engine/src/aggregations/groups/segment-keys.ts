import { outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Block } from '../aggregator.js'
import type { Places } from '../columns/value-places.js'

/**
 * The keys of a group-by: each hit has a key, a small integer. A segment numbers its keys in its
 * own way; the source numbers the keys of all segments densely from 0, in the order of first use.
 */
export interface KeySource {
  /** Undefined when no document of the segment has a key. */
  open(view: SegmentView, number: number): SegmentKeys | undefined
  /** The bytes that it holds for all segments. */
  memoryBytes?(): number
}

export interface SegmentKeys {
  /** The segment's keys are below this number; undefined: they are the source's own numbers. */
  readonly size: number | undefined
  /** Whether a hit can have the same key twice. */
  readonly mayRepeat: boolean
  /** The keys of the requested part; others are read but have no number. Undefined: all. */
  readonly part?: { readonly from: number; readonly end: number } | undefined
  /** The answer is overwritten by the next call. */
  read(block: Block): KeyedHits
  /** The source's number of a key. */
  keyOf(local: number): number
  /** Announces that all documents of the segment are read next. */
  expectAll?(): void
  /** The number of documents with a key, if all are live; undefined where only a walk can tell. */
  documentsOf?(local: number): number
}

/** The keys of a block's hits; a hit can have none or several. */
export interface KeyedHits {
  readonly count: number
  /** The indices of the hits in the block; undefined when every hit has exactly one key. */
  readonly hits: Uint32Array | undefined
  readonly keys: Uint32Array
}

/** Reusable buffers for keys. */
export class KeyRoom {
  #keys = new Uint32Array(0)

  reserve(count: number): Uint32Array {
    if (this.#keys.length < count) {
      const grown = new Uint32Array(count * 2)
      grown.set(this.#keys)
      this.#keys = grown
    }
    return this.#keys
  }
}

/** The segment's numbers are the source's. */
export const sameKey = (local: number): number => local

/**
 * Remembers the source's number of each key, which may take a dictionary lookup. With more than
 * `cellsMax` keys, only those that were asked for are remembered.
 */
export function rememberKeys(
  { size, keyOf }: Pick<SegmentKeys, 'size' | 'keyOf'>,
  cellsMax: number,
): (local: number) => number {
  if (size === undefined) return keyOf
  if (size > cellsMax) return rememberAsked(keyOf)
  const known = new Uint32Array(size)
  return (local) => {
    const key = known[local] ?? outOfRange()
    if (key > 0) return key - 1
    const asked = keyOf(local)
    known[local] = asked + 1
    return asked
  }
}

function rememberAsked(keyOf: (local: number) => number): (local: number) => number {
  const known = new Map<number, number>()
  return (local) => {
    let key = known.get(local)
    if (key === undefined) {
      key = keyOf(local)
      known.set(local, key)
    }
    return key
  }
}

/** Adds a key for hits that have none, in the order of hits. */
export function withAbsent(
  places: Places,
  keys: Uint32Array,
  absentKey: number,
  rooms: { readonly hits: KeyRoom; readonly keys: KeyRoom },
): KeyedHits {
  const { count, hits, absent, absentCount } = places
  if (absentCount === 0 || (hits === undefined && count > 0)) return { count, hits, keys }
  const total = count + absentCount
  const allHits = rooms.hits.reserve(total)
  const allKeys = rooms.keys.reserve(total)
  let place = 0
  let gap = 0
  for (let index = 0; index < total; index++) {
    const isPlace =
      gap >= absentCount ||
      (place < count && (hits?.[place] ?? outOfRange()) < (absent[gap] ?? outOfRange()))
    allHits[index] = (isPlace ? hits?.[place] : absent[gap]) ?? outOfRange()
    allKeys[index] = isPlace ? (keys[place] ?? outOfRange()) : absentKey
    if (isPlace) place++
    else gap++
  }
  return { count: total, hits: allHits, keys: allKeys }
}
