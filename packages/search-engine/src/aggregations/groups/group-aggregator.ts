import { outOfRange } from '@rowhouse/platform'
import type {
  AggregationResult,
  GroupByResult,
  GroupingResult,
  SubResults,
} from '@rowhouse/protocol'
import type { SegmentView } from '../../segments/segment-reader.js'
import { type Aggregator, BLOCK_HITS, type Block, EMPTY_BUCKET } from '../aggregator.js'
import { BucketNumbers } from '../bucket-numbers.js'
import {
  type LocalGroups,
  closeLocalGroups,
  countAll,
  countKeys,
  countKeysOnce,
  openLocalGroups,
  uncountKeys,
} from './local-groups.js'
import type { GroupRoom } from './group-room.js'
import { groupedByParent } from './grouped-by-parent.js'
import { PairTable } from './pair-table.js'
import {
  type KeySource,
  type KeyedHits,
  KeyRoom,
  type SegmentKeys,
  rememberKeys,
} from './segment-keys.js'

/** The groups of one bucket of the level above, from which a kind of group-by makes its result. */
export interface Groups {
  readonly buckets: Uint32Array
  /** The group's key, as the key source numbers it. */
  key(bucket: number): number
  rowCount(bucket: number): number
  /** The sub-results of a bucket; for EMPTY_BUCKET those of a group without rows. */
  sub(bucket: number): SubResults
  /** The value of a numeric sub-aggregation. */
  value(name: string, bucket: number): number | undefined
}

/** A kind of group-by for one search. */
export interface GroupKind {
  readonly source: KeySource
  result(groups: Groups): GroupingResult
}

export interface NamedAggregator<Result> {
  readonly name: string
  readonly aggregator: Aggregator<Result>
}

export interface SubAggregators {
  readonly metrics: readonly NamedAggregator<AggregationResult>[]
  readonly groupBys: readonly NamedAggregator<GroupByResult>[]
}

export interface GroupPlace {
  /** Whether it is at the top, with no group-by above it. */
  readonly isTop: boolean
  /** The room of the group-by at the top, shared with all below it. */
  readonly room: GroupRoom
}

/** The most cells in a table of segment keys by parent bucket. */
const CELLS_MAX = 2 ** 22
const NO_BUCKET = 0xff_ff_ff_ff

/** Assigns hits to groups, counts them, and passes them on to the sub-aggregations. */
export class GroupAggregator implements Aggregator<GroupByResult> {
  readonly #name: string
  readonly #kind: GroupKind
  readonly #sub: SubAggregators
  /** Whether no group-by is above it. */
  readonly #isTop: boolean
  readonly #below: readonly Aggregator<unknown>[]
  /** Buckets are the numbers of pairs of a parent bucket and a key. */
  readonly #groups: PairTable
  /** The room of the group-by at the top. */
  readonly #room: GroupRoom
  /**
   * The rows of each bucket: bucket b is at place b + 1, since place 0 takes rows whose bucket is
   * not known yet.
   */
  readonly #rows = new BucketNumbers(0)
  /** The last document of each bucket in this segment, where keys can repeat. */
  readonly #last = new BucketNumbers(-1)
  readonly #bucketRoom = new KeyRoom()
  readonly #hitRoom = new KeyRoom()
  readonly #documentRoom = new KeyRoom()
  #keys: SegmentKeys | undefined
  #local: LocalGroups | undefined
  #keyOf: ((local: number) => number) | undefined
  /** The places of buckets by parent and segment key; 0 where there is none yet. */
  #cells = new Uint32Array(0)
  #scores = new Float64Array(0)
  #byParent: Uint32Array[] | undefined

  constructor(name: string, kind: GroupKind, sub: SubAggregators, place: GroupPlace) {
    this.#name = name
    this.#kind = kind
    this.#sub = sub
    this.#isTop = place.isTop
    this.#room = place.room
    this.#groups = new PairTable(place.room)
    this.#below = [...sub.metrics, ...sub.groupBys].map(({ aggregator }) => aggregator)
  }

  open(view: SegmentView, number: number): void {
    this.#keys = this.#kind.source.open(view, number)
    this.#keyOf = undefined
    this.#cells = new Uint32Array(0)
    for (const aggregator of this.#below) aggregator.open(view, number)
    if (this.#isTop && this.#keys !== undefined) {
      const numberOf = (key: number): number => this.#groups.numberOf(0, key)
      this.#local = openLocalGroups(this.#keys, this.#below, numberOf)
    }
    if (this.#local === undefined && this.#keys?.mayRepeat === true) this.#last.values.fill(-1)
  }

  collect(block: Block): void {
    const keys = this.#keys
    if (keys === undefined) return
    const keyed = keys.read(block)
    if (keyed.count === 0) return
    const local = this.#local
    if (local?.last !== undefined) {
      countKeysOnce(local, local.last, keyed, block)
      return
    }
    if (local !== undefined) {
      countKeys(local, keyed.keys, keyed.count)
      if (this.#below.length > 0) this.#pass(block, keyed.hits, keyed.keys, keyed.count, local.size)
      return
    }
    const buckets = this.#bucketRoom.reserve(keyed.count)
    this.#resolve(keys, block, keyed, buckets)
    let { count, hits } = keyed
    if (keys.mayRepeat && hits !== undefined) {
      const kept = this.#hitRoom.reserve(count)
      count = this.#dropRepeated(block, hits, buckets, kept, count)
      hits = kept
    }
    if (this.#below.length > 0) this.#pass(block, hits, buckets, count, this.#groups.size)
    if (this.#isTop) this.#room.hold(this.memoryBytes(), this.#groups.size)
  }

  memoryBytes(): number {
    const tables = this.#groups.memoryBytes + this.#rows.memoryBytes + this.#last.memoryBytes
    let bytes = tables + this.#cells.byteLength + (this.#kind.source.memoryBytes?.() ?? 0)
    for (const aggregator of this.#below) bytes += aggregator.memoryBytes?.() ?? 0
    return bytes
  }

  collectWhole(): boolean {
    const keys = this.#keys
    if (keys === undefined) return true
    keys.expectAll?.()
    if (this.#local !== undefined) return countAll(this.#local) && this.#below.length === 0
    if (this.#below.length > 0 || keys.documentsOf === undefined || keys.size === undefined) {
      return false
    }
    for (let local = 0; local < keys.size; local++) {
      const count = keys.documentsOf(local)
      if (count === 0) continue
      const bucket = this.#groups.numberOf(0, keys.keyOf(local))
      const rows = this.#rows.reserve(bucket + 2)
      rows[bucket + 1] = (rows[bucket + 1] ?? outOfRange()) + count
    }
    return true
  }

  takesBack(): boolean {
    if (this.#keys === undefined) return true
    if (this.#local === undefined || this.#local.last !== undefined) return false
    return this.#below.every((each) => each.takesBack?.() === true)
  }

  takeBack(block: Block): void {
    const [keys, local] = [this.#keys, this.#local]
    if (keys === undefined || local === undefined) return
    const keyed = keys.read(block)
    uncountKeys(local, keyed.keys, keyed.count)
    if (this.#below.length === 0 || keyed.count === 0) return
    this.#pass(block, keyed.hits, keyed.keys, keyed.count, local.size, true)
  }

  close(): void {
    if (this.#local !== undefined) closeLocalGroups(this.#local, this.#rows)
    for (const aggregator of this.#below) aggregator.close()
    if (this.#isTop) this.#room.hold(this.memoryBytes(), this.#groups.size)
    this.#keys = undefined
    this.#local = undefined
    this.#cells = new Uint32Array(0)
  }

  result(parent: number): GroupByResult {
    const groups = this.#groups
    const result = this.#kind.result({
      buckets: this.#bucketsOf(parent),
      key: (bucket) => groups.second(bucket),
      rowCount: (bucket) => this.#rows.at(bucket + 1),
      sub: (bucket) => ({
        subAggregations: this.#sub.metrics.map(({ aggregator }) => aggregator.result(bucket)),
        subGroupBys: this.#sub.groupBys.map(({ aggregator }) => aggregator.result(bucket)),
      }),
      value: (name, bucket) =>
        this.#sub.metrics.find((metric) => metric.name === name)?.aggregator.value?.(bucket),
    })
    return { ...result, name: this.#name }
  }

  /** Finds the bucket of every hit with a key, and counts the hit there. */
  #resolve(keys: SegmentKeys, block: Block, keyed: KeyedHits, buckets: Uint32Array): void {
    const { size } = keys
    const parents = block.bucketCount
    if (size === undefined || parents * size > this.#cellsMax(parents)) {
      this.#lookUp(keys, block, keyed, buckets)
      return
    }
    this.#reserveCells(parents, size)
    const rows = this.#rows.reserve(this.#groups.size + 1)
    const missed =
      parents === 1
        ? countCells(this.#cells, keyed, buckets, rows)
        : countCellsByParent(this.#cells, size, block, keyed, buckets, rows)
    if (missed === 0) return
    // Runs once for every new key of the segment: later hits find its cell filled.
    const { count, hits, keys: locals } = keyed
    for (let index = 0; index < count; index++) {
      if (buckets[index] !== NO_BUCKET) continue
      const parent = parents === 1 ? 0 : (block.buckets[hits?.[index] ?? index] ?? outOfRange())
      const cell = parent * size + (locals[index] ?? outOfRange())
      let place = this.#cells[cell] ?? outOfRange()
      if (place === 0) {
        place = this.#groups.numberOf(parent, keys.keyOf(locals[index] ?? outOfRange())) + 1
        this.#cells[cell] = place
      }
      buckets[index] = place - 1
      this.#countRow(place - 1)
    }
  }

  #lookUp(keys: SegmentKeys, block: Block, keyed: KeyedHits, buckets: Uint32Array): void {
    const { count, hits, keys: locals } = keyed
    this.#keyOf ??= rememberKeys(keys, this.#room.cellsMax)
    for (let index = 0; index < count; index++) {
      const parent = block.buckets[hits?.[index] ?? index] ?? outOfRange()
      const bucket = this.#groups.numberOf(parent, this.#keyOf(locals[index] ?? outOfRange()))
      buckets[index] = bucket
      this.#countRow(bucket)
    }
  }

  #countRow(bucket: number): void {
    const rows = this.#rows.reserve(bucket + 2)
    rows[bucket + 1] = (rows[bucket + 1] ?? outOfRange()) + 1
  }

  #cellsMax(parents: number): number {
    const { cellsMax } = this.#room
    return parents === 1 ? cellsMax : Math.min(CELLS_MAX, cellsMax)
  }

  #reserveCells(parents: number, size: number): void {
    const needed = parents * size
    if (this.#cells.length >= needed) return
    const room = parents === 1 ? needed : Math.min(needed * 2, this.#cellsMax(parents))
    const cells = new Uint32Array(room)
    cells.set(this.#cells)
    this.#cells = cells
  }

  /** A hit is in a bucket once, however many of its values lead there. */
  #dropRepeated(
    block: Block,
    hits: Uint32Array,
    buckets: Uint32Array,
    kept: Uint32Array,
    count: number,
  ): number {
    const last = this.#last.reserve(this.#groups.size)
    const rows = this.#rows.values
    let keptCount = 0
    for (let index = 0; index < count; index++) {
      const bucket = buckets[index] ?? outOfRange()
      const hit = hits[index] ?? outOfRange()
      const document = block.documents[hit] ?? outOfRange()
      if (last[bucket] === document) {
        rows[bucket + 1] = (rows[bucket + 1] ?? outOfRange()) - 1
        continue
      }
      last[bucket] = document
      buckets[keptCount] = bucket
      kept[keptCount] = hit
      keptCount++
    }
    return keptCount
  }

  #pass(
    block: Block,
    hits: Uint32Array | undefined,
    buckets: Uint32Array,
    count: number,
    bucketCount: number,
    areTakenBack = false,
  ): void {
    let { documents, scores, isRange } = block
    if (hits !== undefined) {
      isRange = false
      documents = gathered(block.documents, hits, count, this.#documentRoom)
      scores = scores === undefined ? undefined : this.#gatherScores(scores, hits, count)
    }
    for (let from = 0; from < count; from += BLOCK_HITS) {
      const to = Math.min(from + BLOCK_HITS, count)
      const isAll = from === 0 && to === count
      const part: Block = {
        count: to - from,
        buckets: isAll ? buckets : buckets.subarray(from, to),
        bucketCount,
        documents: isAll ? documents : documents.subarray(from, to),
        isRange,
        scores: isAll ? scores : scores?.subarray(from, to),
      }
      for (const aggregator of this.#below) {
        if (areTakenBack) aggregator.takeBack?.(part)
        else aggregator.collect(part)
      }
    }
  }

  #gatherScores(scores: Float64Array, hits: Uint32Array, count: number): Float64Array {
    if (this.#scores.length < count) this.#scores = new Float64Array(count * 2)
    for (let index = 0; index < count; index++) {
      this.#scores[index] = scores[hits[index] ?? outOfRange()] ?? outOfRange()
    }
    return this.#scores
  }

  #bucketsOf(parent: number): Uint32Array {
    if (parent === EMPTY_BUCKET) return new Uint32Array(0)
    this.#byParent ??= groupedByParent(this.#groups)
    const buckets = this.#byParent[parent] ?? new Uint32Array(0)
    // Buckets whose hits were all subtracted again are left out.
    return buckets.filter((bucket) => this.#rows.at(bucket + 1) > 0)
  }
}

/** Counts hits in their cells; answers 1 when a key had no bucket yet. */
function countCells(
  cells: Uint32Array,
  { count, keys }: KeyedHits,
  buckets: Uint32Array,
  rows: Float64Array,
): number {
  let all = 0
  for (let index = 0; index < count; index++) {
    const place = cells[keys[index] ?? outOfRange()] ?? outOfRange()
    rows[place] = (rows[place] ?? outOfRange()) + 1
    buckets[index] = place - 1
    // No bucket's number has the highest bit set, so it marks a missing one.
    all |= place - 1
  }
  return all >>> 31
}

function countCellsByParent(
  cells: Uint32Array,
  size: number,
  block: Block,
  { count, hits, keys }: KeyedHits,
  buckets: Uint32Array,
  rows: Float64Array,
): number {
  const parents = block.buckets
  let all = 0
  for (let index = 0; index < count; index++) {
    const parent =
      parents[hits === undefined ? index : (hits[index] ?? outOfRange())] ?? outOfRange()
    const place = cells[parent * size + (keys[index] ?? outOfRange())] ?? outOfRange()
    rows[place] = (rows[place] ?? outOfRange()) + 1
    buckets[index] = place - 1
    all |= place - 1
  }
  return all >>> 31
}

function gathered(
  values: Uint32Array,
  hits: Uint32Array,
  count: number,
  room: KeyRoom,
): Uint32Array {
  const into = room.reserve(count)
  for (let index = 0; index < count; index++)
    into[index] = values[hits[index] ?? outOfRange()] ?? outOfRange()
  return into
}
