import { outOfRange } from '@rowhouse/platform'
import { type Descent, descend } from '../../queries/nested/descent.js'
import { hasBit } from '../../queries/walks/bits-walk.js'
import type { FieldReader } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { Block } from '../aggregator.js'

/** The places in a column of the values of a block's hits. */
export interface Places {
  count: number
  /** The places of the values. */
  indices: Uint32Array
  /** Whether the places are consecutive. */
  isRange: boolean
  /** The bucket of each value's hit. */
  buckets: Uint32Array
  /** The index in the block of each value's hit; undefined when every hit has exactly one value. */
  hits: Uint32Array | undefined
  absentCount: number
  /** The indices in the block of hits without a value; only filled with `wantsAbsent`. */
  absent: Uint32Array
}

/** Where a document's values are in the column of its level or of one below. */
export interface ValueShape {
  /** Whether a document can have several values. */
  readonly isMany: boolean
  /** Document d has values f(d) to f(d + 1); undefined: value d alone. */
  readonly first: ((document: number) => number) | undefined
  /** What `first` reads, where that is one array in memory. */
  readonly starts?: Uint32Array | undefined
  /** A bit set of the values that exist; undefined: all. */
  readonly present: Uint32Array | undefined
}

/** Finds the places of hits' values. The answer is overwritten by the next call. */
export class PlaceFinder {
  readonly #shape: ValueShape | undefined
  readonly #wantsAbsent: boolean
  readonly #own: Places

  /** Without a shape no document has a value. */
  constructor(shape: ValueShape | undefined, wantsAbsent: boolean, scratch: Places) {
    this.#shape = shape
    this.#wantsAbsent = wantsAbsent
    this.#own = scratch
  }

  /** Whether a hit can have more than one value. */
  get isMany(): boolean {
    return this.#shape?.isMany ?? false
  }

  find(block: Block): Places {
    const shape = this.#shape
    const own = this.#own
    own.count = 0
    own.absentCount = 0
    own.isRange = false
    if (shape === undefined) {
      if (this.#wantsAbsent) markAllAbsent(own, block.count)
      return own
    }
    const { first, starts, present } = shape
    if (first !== undefined || present !== undefined) {
      if (starts !== undefined && present === undefined) findBetween(own, block, starts)
      else if (first !== undefined) findMany(own, block, first, present)
      else if (present !== undefined) findPresent(own, block, present)
      if (!this.#wantsAbsent) own.absentCount = 0
      return own
    }
    return {
      count: block.count,
      indices: block.documents,
      isRange: block.isRange,
      buckets: block.buckets,
      hits: undefined,
      absentCount: 0,
      absent: own.absent,
    }
  }
}

/** The place of the first value; 0 where there is none. */
export function firstPlace({ count, indices }: Places): number {
  return count === 0 ? 0 : (indices[0] ?? outOfRange())
}

export function createPlaces(): Places {
  return {
    count: 0,
    indices: new Uint32Array(0),
    isRange: false,
    buckets: new Uint32Array(0),
    hits: new Uint32Array(0),
    absentCount: 0,
    absent: new Uint32Array(0),
  }
}

function markAllAbsent(own: Places, count: number): void {
  if (own.absent.length < count) own.absent = new Uint32Array(count)
  for (let hit = 0; hit < count; hit++) own.absent[hit] = hit
  own.absentCount = count
}

function reserve(own: Places, count: number): void {
  if (own.indices.length >= count) return
  const size = count * 2
  own.indices = grown(own.indices, size)
  own.buckets = grown(own.buckets, size)
  own.hits = grown(own.hits ?? new Uint32Array(0), size)
}

function grown(old: Uint32Array, size: number): Uint32Array {
  const array = new Uint32Array(size)
  array.set(old)
  return array
}

function findPresent(own: Places, block: Block, present: Uint32Array): void {
  reserve(own, block.count)
  if (own.absent.length < block.count) own.absent = new Uint32Array(block.count)
  const { indices, buckets, absent } = own
  const hits = own.hits ?? indices
  let count = 0
  let absentCount = 0
  for (let hit = 0; hit < block.count; hit++) {
    const document = block.documents[hit] ?? outOfRange()
    // Branch-free, since which documents have a value is hard to predict.
    const isThere = ((present[document >>> 5] ?? outOfRange()) >>> (document & 31)) & 1
    indices[count] = document
    buckets[count] = block.buckets[hit] ?? outOfRange()
    hits[count] = hit
    absent[absentCount] = hit
    count += isThere
    absentCount += 1 - isThere
  }
  own.count = count
  own.absentCount = absentCount
}

/** As `findMany`, without a call for each hit. */
function findBetween(own: Places, block: Block, starts: Uint32Array): void {
  if (own.absent.length < block.count) own.absent = new Uint32Array(block.count)
  let values = 0
  for (let hit = 0; hit < block.count; hit++) {
    const document = block.documents[hit] ?? outOfRange()
    values += (starts[document + 1] ?? outOfRange()) - (starts[document] ?? outOfRange())
  }
  reserve(own, values)
  const { indices, buckets, absent } = own
  const hits = own.hits ?? indices
  let count = 0
  let absentCount = 0
  for (let hit = 0; hit < block.count; hit++) {
    const document = block.documents[hit] ?? outOfRange()
    const bucket = block.buckets[hit] ?? outOfRange()
    const end = starts[document + 1] ?? outOfRange()
    let index = starts[document] ?? outOfRange()
    if (index === end) absent[absentCount++] = hit
    for (; index < end; index++) {
      indices[count] = index
      buckets[count] = bucket
      hits[count] = hit
      count++
    }
  }
  own.count = count
  own.absentCount = absentCount
}

function findMany(
  own: Places,
  block: Block,
  first: (document: number) => number,
  present: Uint32Array | undefined,
): void {
  if (own.absent.length < block.count) own.absent = new Uint32Array(block.count)
  let count = 0
  for (let hit = 0; hit < block.count; hit++) {
    const document = block.documents[hit] ?? outOfRange()
    const end = first(document + 1)
    const before = count
    let index = first(document)
    reserve(own, count + end - index)
    const { indices, buckets } = own
    const hits = own.hits ?? indices
    for (; index < end; index++) {
      if (present !== undefined && !hasBit(present, index)) continue
      indices[count] = index
      buckets[count] = block.buckets[hit] ?? outOfRange()
      hits[count] = hit
      count++
    }
    if (count === before) own.absent[own.absentCount++] = hit
  }
  own.count = count
}

export interface FoundField {
  readonly field: FieldReader
  readonly shape: ValueShape
}

/**
 * The field at the end of a chain of levels, with the path from documents of the level to its
 * values; undefined when no document has one.
 */
export function findField(
  level: Level,
  chain: readonly string[],
  name: string,
): FoundField | undefined {
  const descent = chain.length === 0 ? undefined : descend(level, chain)
  if (chain.length > 0 && descent === undefined) return undefined
  const field = (descent?.level ?? level).field(name)
  if (field === undefined) return undefined
  const starts = startsOf(field)
  return { field, shape: shapeOf(field, descent, starts) }
}

function shapeOf(
  { present }: FieldReader,
  descent: Descent | undefined,
  starts: Uint32Array | undefined,
): ValueShape {
  if (descent === undefined) {
    if (starts === undefined) return { isMany: false, first: undefined, present }
    return {
      isMany: true,
      first: (document) => starts[document] ?? outOfRange(),
      starts,
      present: undefined,
    }
  }
  if (starts === undefined) {
    const first = (document: number): number => descent.firstChild(document)
    return { isMany: true, first, starts: descent.starts, present }
  }
  return {
    isMany: true,
    first: (document) => starts[descent.firstChild(document)] ?? outOfRange(),
    present: undefined,
  }
}

function startsOf(field: FieldReader): Uint32Array | undefined {
  return field.kind === 'numeric' || field.kind === 'terms' || field.kind === 'geo'
    ? field.column?.starts
    : undefined
}
