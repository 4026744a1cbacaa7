import { outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { NumberPart } from './number-keys.js'
import { KeyRoom, type KeySource, type KeyedHits, type SegmentKeys } from './segment-keys.js'
import type { TermHits } from './term-hits.js'

/** The terms in [from, end). */
export interface TermPart {
  readonly kind: 'terms'
  /** Undefined: from the first term on. */
  readonly from: Uint8Array | undefined
  /** Undefined: up to the last term. */
  readonly end: Uint8Array | undefined
  readonly hits: TermHits
}

/** These terms alone. */
export interface ChosenPart {
  readonly kind: 'chosen'
  readonly terms: readonly Uint8Array[]
}

/** A part of a field's keys. Groups that do not fit in memory together are made part by part. */
export type KeyPart = TermPart | ChosenPart | NumberPart

/** Divides the keys of a field into parts. */
export interface KeyParts {
  /**
   * Divides a part that failed, undefined for all keys, into smaller ones. `isFull` says that its
   * groups found no room and it must be divided; undefined when it cannot be.
   */
  divide(failed: KeyPart | undefined, isFull: boolean): readonly KeyPart[] | undefined
}

/** Whether the part includes rows without a value. */
export function holdsAbsent(part: KeyPart): boolean {
  if (part.kind === 'chosen') return false
  return part.kind === 'terms' ? part.from === undefined : part.number === 0
}

/** Restricts a source to the keys of its part. */
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
    ...(keys.documentsOf && { documentsOf: shifted(keys.documentsOf, from) }),
    read: (block) => within(keys.read(block), from, end, rooms),
  }
}

const shifted =
  (documentsOf: (local: number) => number, from: number) =>
  (local: number): number =>
    documentsOf(local + from)

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
    const key = keyed.keys[index] ?? outOfRange()
    // Branch-free, since which hits belong to the part is hard to predict.
    hits[count] = keyed.hits === undefined ? index : (keyed.hits[index] ?? outOfRange())
    keys[count] = key - from
    count += Number(key >= from && key < end)
  }
  return { count, hits, keys }
}
