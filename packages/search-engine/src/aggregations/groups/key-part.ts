import type { SegmentView } from '../../segments/segment-reader.js'
import type { NumberPart } from './number-keys.js'
import { KeyRoom, type KeySource, type KeyedHits, type SegmentKeys } from './segment-keys.js'
import type { TermHits } from './term-hits.js'

/** Terms from one, up to before another. */
export interface TermPart {
  readonly kind: 'terms'
  /** Undefined: from the first on. */
  readonly from: Uint8Array | undefined
  /** Undefined: up to the last. */
  readonly end: Uint8Array | undefined
  readonly hits: TermHits
}

/** A part of the keys of a field: groups that do not fit in memory together are made part by part. */
export type KeyPart = TermPart | NumberPart

/** How the keys of a field are divided into parts. */
export interface KeyParts {
  /**
   * A part that could not be made, undefined: all keys, as smaller parts. `isFull`: there was no room for its
   * groups, so that it has to be divided; undefined when it cannot be.
   */
  divide(failed: KeyPart | undefined, isFull: boolean): readonly KeyPart[] | undefined
}

/** Of rows without a value. */
export function holdsAbsent(part: KeyPart): boolean {
  return part.kind === 'terms' ? part.from === undefined : part.number === 0
}

/** Shows only the keys of the part that the source was made for. */
export function onlyPart(source: KeySource): KeySource {
  const rooms = { hits: new KeyRoom(), keys: new KeyRoom() }
  return {
    open: (view: SegmentView, number: number): SegmentKeys | undefined => {
      const keys = source.open(view, number)
      return keys?.part === undefined ? keys : keysOfPart(keys, keys.part, rooms)
    },
    memoryBytes: () => source.memoryBytes?.() ?? 0,
  }
}

function keysOfPart(
  keys: SegmentKeys,
  { from, end }: { readonly from: number; readonly end: number },
  rooms: { readonly hits: KeyRoom; readonly keys: KeyRoom },
): SegmentKeys {
  return {
    size: keys.size === undefined ? undefined : end - from,
    mayRepeat: keys.mayRepeat,
    keyOf: (local) => keys.keyOf(local + from),
    read: (block) => within(keys.read(block), from, end, rooms),
  }
}

function within(
  keyed: KeyedHits,
  from: number,
  end: number,
  rooms: { readonly hits: KeyRoom; readonly keys: KeyRoom },
): KeyedHits {
  const hits = rooms.hits.reserve(keyed.count)
  const keys = rooms.keys.reserve(keyed.count)
  let count = 0
  for (let index = 0; index < keyed.count; index++) {
    const key = keyed.keys[index] ?? 0
    // Without a branch: which hits are of the part is hard to foresee.
    hits[count] = keyed.hits === undefined ? index : (keyed.hits[index] ?? 0)
    keys[count] = key - from
    count += Number(key >= from && key < end)
  }
  return { count, hits, keys }
}
