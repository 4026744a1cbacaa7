import { outOfRange } from '@rowhouse/platform'
import { type Aggregator, BLOCK_HITS, type Block, emptyBlock } from '../aggregations/aggregator.js'
import { bitSetOver, invert } from '../bits/bit-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { HitSet } from './hit-set.js'

/**
 * Up to this share of deleted documents it pays to collect all documents and subtract the deleted
 * ones.
 */
const TAKEN_BACK_SHARE = 8

/** Feeds the hits of a segment to the aggregators. */
export function aggregateSet(
  set: HitSet,
  aggregators: readonly Aggregator<unknown>[],
  view: SegmentView,
  number: number,
  context: SearchContext,
): void {
  for (const aggregator of aggregators) aggregator.open(view, number)
  const others = new Set(aggregators)
  for (const aggregator of aggregators) if (takesAll(set, aggregator)) others.delete(aggregator)
  const whole = aggregators.filter((aggregator) => !others.has(aggregator))
  collectAll(set, whole, context)
  if (others.size > 0) {
    eachBlock(set, context, (block) => {
      for (const aggregator of others) aggregator.collect(block)
    })
  }
  for (const aggregator of aggregators) aggregator.close()
}

/** Whether collecting every document is cheapest: a range without gaps is read fastest. */
function takesAll(set: HitSet, aggregator: Aggregator<unknown>): boolean {
  const { bits, documents, count, isAllAlive } = set
  if (!isAllAlive) return false
  if (bits === undefined) return true
  return (documents - count) * TAKEN_BACK_SHARE <= documents && aggregator.takesBack?.() === true
}

function collectAll(
  { bits, documents, count }: HitSet,
  aggregators: readonly Aggregator<unknown>[],
  context: SearchContext,
): void {
  const shown = aggregators.filter((aggregator) => aggregator.collectWhole?.() !== true)
  if (shown.length > 0) {
    eachBlock({ bits: undefined, documents, count: documents }, context, (block) => {
      for (const aggregator of shown) aggregator.collect(block)
    })
  }
  if (bits === undefined || aggregators.length === 0) return
  const deleted = bits.slice()
  invert(bitSetOver(deleted, documents))
  eachBlock({ bits: deleted, documents, count: documents - count }, context, (block) => {
    for (const aggregator of aggregators) aggregator.takeBack?.(block)
  })
}

function eachBlock(
  { bits, documents, count }: Omit<HitSet, 'isAllAlive'>,
  context: SearchContext,
  show: (block: Block) => void,
): void {
  const block = emptyBlock()
  const into = block.documents
  let from = 0
  for (let seen = 0; seen < count; seen += block.count) {
    context.checkTime()
    block.count =
      bits === undefined
        ? fillRange(into, from, Math.min(BLOCK_HITS, documents - from))
        : readHits(bits, from, into)
    const last = into[block.count - 1] ?? from
    block.isRange = last - (into[0] ?? outOfRange()) === block.count - 1
    from = last + 1
    show(block)
  }
}

function fillRange(into: Uint32Array, from: number, count: number): number {
  for (let hit = 0; hit < count; hit++) into[hit] = from + hit
  return count
}

/**
 * Fills the buffer with hits from a document on. Words with all bits set, as most have, take a
 * short path.
 */
function readHits(bits: Uint32Array, from: number, into: Uint32Array): number {
  let count = 0
  let index = from >>> 5
  if (index >= bits.length) return 0
  let word = (bits[index] ?? outOfRange()) & (-1 << (from & 31))
  for (;;) {
    const first = index << 5
    if (word === -1) {
      if (count + 32 > into.length) return count
      for (let bit = 0; bit < 32; bit++) into[count + bit] = first + bit
      count += 32
      word = 0
    }
    while (word !== 0) {
      if (count === into.length) return count
      into[count++] = first + 31 - Math.clz32(word & -word)
      word &= word - 1
    }
    index += 1
    if (index === bits.length) return count
    word = (bits[index] ?? outOfRange()) | 0
  }
}
