import { outOfRange } from '@rowhouse/platform'
import type { InParts } from '../segments/field-reader.js'
import type { PackedOrdinals } from '../segments/format/packed-ordinals.js'
import type { Make, SegmentView } from '../segments/segment-reader.js'
import { hasBit, lowestBit } from './walks/bits-walk.js'
import { ticker } from './walks/ticker.js'

type Packed = PackedOrdinals | Int32Array | Float64Array | BigInt64Array

/** A column with at most one value per document. */
export interface DeletedColumn {
  /** A name that is unique among the columns of the segment's rows. */
  readonly name: string
  readonly present: Uint32Array | undefined
  /** The values of all documents. */
  readonly values: Packed | InParts<number | bigint, Packed>
}

/** An interval of values, both bounds included. */
export interface ValueSpan {
  readonly low: number | bigint
  readonly high: number | bigint
}

/** The values are sorted again after the deletes have grown by this share. */
const RENEWED_SHARE = 8

/**
 * The number of deleted documents with a value in any of some disjoint intervals. It uses a sorted
 * copy of their values: with many deletes, testing each for every count would be most of the work.
 * Undefined where no copy is cached.
 */
export function countDeleted(
  { segment, live, liveCount }: SegmentView,
  column: DeletedColumn,
  spans: readonly ValueSpan[],
): number | undefined {
  const { derived, rows } = segment
  if (live === undefined || derived === undefined) return undefined
  const name = `deleted\0${column.name}`
  const deleted = rows.documents - liveCount
  const make: Make = (checkTime) => sortedValues(live, deleted, rows.documents, column, checkTime)
  const found = derived.get(name, make)
  if (found === undefined) return undefined
  let kept = openKept(found, live.length, column)
  let since = kept.deleted === deleted ? [] : deletedSince(kept.live, live)
  if (since === undefined) return undefined
  if (since.length * RENEWED_SHARE > kept.values.length) {
    const renewed = derived.renew(name, make)
    if (renewed !== undefined) {
      kept = openKept(renewed, live.length, column)
      since = []
    }
  }
  // Testing each is cheaper.
  if (since.length * spans.length > deleted) return undefined
  let count = 0
  for (const { low, high } of spans) {
    count += placeOf(kept.values, high, true) - placeOf(kept.values, low, false)
    for (const document of since) if (isWithin(column, document, low, high)) count += 1
  }
  return count
}

interface Kept {
  /** The number of deleted documents when the values were sorted. */
  readonly deleted: number
  /** The live documents at that time. */
  readonly live: Uint32Array
  /** The values of the documents deleted then, ascending. */
  readonly values: Packed
}

/** Layout: the number of deletes, the words of the live documents, the values. */
function sortedValues(
  live: Uint32Array,
  count: number,
  documents: number,
  column: DeletedColumn,
  checkTime: () => void,
): Uint8Array {
  const tick = ticker(checkTime)
  const deleted: number[] = []
  for (let index = 0; index < live.length; index++) {
    tick()
    const rest = documents - index * 32
    let word = ~(live[index] ?? outOfRange()) & (rest >= 32 ? -1 : (1 << rest) - 1)
    for (; word !== 0; word &= word - 1) {
      const document = (index << 5) | lowestBit(word)
      if (hasValue(column, document)) deleted.push(document)
    }
  }
  const start = startOfValues(live.length)
  const bytes = new Uint8Array(start + deleted.length * emptyLike(column).BYTES_PER_ELEMENT)
  const words = new Uint32Array(bytes.buffer, 0, live.length + 1)
  words[0] = count
  words.set(live, 1)
  const { values } = openKept(bytes, live.length, column)
  for (const [place, document] of deleted.entries()) {
    tick()
    const value = column.values.at(document) ?? outOfRange()
    if (values instanceof BigInt64Array) values[place] = BigInt(value)
    else values[place] = Number(value)
  }
  values.sort()
  return bytes
}

function openKept(
  { buffer, byteOffset, length }: Uint8Array,
  words: number,
  column: DeletedColumn,
): Kept {
  const start = byteOffset + startOfValues(words)
  const kind = emptyLike(column)
  const count = (byteOffset + length - start) / kind.BYTES_PER_ELEMENT
  const [deleted = 0] = new Uint32Array(buffer, byteOffset, 1)
  const live = new Uint32Array(buffer, byteOffset + 4, words)
  if (kind instanceof BigInt64Array)
    return { deleted, live, values: new BigInt64Array(buffer, start, count) }
  if (kind instanceof Float64Array)
    return { deleted, live, values: new Float64Array(buffer, start, count) }
  if (kind instanceof Uint8Array)
    return { deleted, live, values: new Uint8Array(buffer, start, count) }
  if (kind instanceof Uint16Array)
    return { deleted, live, values: new Uint16Array(buffer, start, count) }
  if (kind instanceof Uint32Array)
    return { deleted, live, values: new Uint32Array(buffer, start, count) }
  return { deleted, live, values: new Int32Array(buffer, start, count) }
}

const startOfValues = (words: number): number => Math.ceil((words + 1) / 2) * 8

/** Gives the encoding without reading values. */
const emptyLike = ({ values }: DeletedColumn): Packed => values.subarray(0, 0)

/** Undefined for an older snapshot, in which documents are live that were deleted in `before`. */
function deletedSince(before: Uint32Array, live: Uint32Array): number[] | undefined {
  const deleted: number[] = []
  for (let index = 0; index < live.length; index++) {
    const was = before[index] ?? outOfRange()
    const is = live[index] ?? outOfRange()
    if (was === is) continue
    if ((is & ~was) !== 0) return undefined
    for (let gone = was & ~is; gone !== 0; gone &= gone - 1) {
      deleted.push((index << 5) | lowestBit(gone))
    }
  }
  return deleted
}

function placeOf(values: Packed, bound: number | bigint, isBehind: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = values[middle] ?? outOfRange()
    if (value < bound || (isBehind && value === bound)) low = middle + 1
    else high = middle
  }
  return low
}

const hasValue = ({ present }: DeletedColumn, document: number): boolean =>
  present === undefined || hasBit(present, document)

function isWithin(
  column: DeletedColumn,
  document: number,
  low: number | bigint,
  high: number | bigint,
): boolean {
  if (!hasValue(column, document)) return false
  const value = column.values.at(document) ?? outOfRange()
  return value >= low && value <= high
}
