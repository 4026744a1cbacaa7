import { type Aggregator, BLOCK_HITS, emptyBlock } from '../aggregations/aggregator.js'
import { bitSetOver, countBits, nextBit, setAllBits } from '../bits/bit-set.js'
import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { setBit, wordsFor } from '../queries/walks/bits-walk.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { HitKeeper } from './top-hits.js'

/** All hits of a segment at once: what many of them are collected from without a call for each. */
export interface HitSet {
  /** Undefined: every document, all alive. */
  readonly bits: Uint32Array | undefined
  readonly documents: number
  readonly count: number
}

/** From this share of the documents on a bit set costs less than a walk. */
const SET_SHARE = 32

interface Conditions {
  readonly weight: Weight
  readonly filter: Weight | undefined
}

/** The hits of a segment, where they need no scores and are so many that a set of them pays. */
export function hitSet(
  { weight, filter }: Conditions,
  context: SearchContext,
  view: SegmentView,
  scorer: Scorer,
): HitSet | undefined {
  const { rows, expiry } = view.segment
  const { documents } = rows
  if (context.scores || scorer.cost * SET_SHARE < documents) return undefined
  const isAll = view.live === undefined && weight.count(view, rows) === documents
  if (isAll && filter === undefined && expiry === undefined) {
    return { bits: undefined, documents, count: documents }
  }
  const bits = new Uint32Array(wordsFor(documents))
  if (isAll) setAllBits(bitSetOver(bits, documents))
  else addHits(weight, view, scorer, bits, context)
  if (view.live !== undefined) keepCommon(bits, view.live)
  if (filter !== undefined) keepCommon(bits, bitsOf(filter, view, context))
  if (expiry !== undefined) dropExpired(bits, expiry, context.now)
  return { bits, documents, count: countBits(bitSetOver(bits, documents)) }
}

function bitsOf(weight: Weight, view: SegmentView, context: SearchContext): Uint32Array {
  const bits = new Uint32Array(wordsFor(view.segment.rows.documents))
  const scorer = weight.scorer(view, view.segment.rows)
  if (scorer !== undefined) addHits(weight, view, scorer, bits, context)
  return bits
}

function addHits(
  weight: Weight,
  view: SegmentView,
  scorer: Scorer,
  bits: Uint32Array,
  context: SearchContext,
): void {
  if (weight.addTo !== undefined) {
    weight.addTo(view, view.segment.rows, bits)
    return
  }
  let visited = 0
  for (let document = scorer.next(); document !== NO_MORE; document = scorer.next()) {
    visited += 1
    if (visited % BLOCK_HITS === 0) context.checkTime()
    setBit(bits, document)
  }
}

function keepCommon(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] ?? 0) & (others[word] ?? 0)
}

function dropExpired(bits: Uint32Array, expiry: Float64Array, now: number): void {
  for (let document = 0; document < expiry.length; document++) {
    if ((expiry[document] ?? Number.POSITIVE_INFINITY) > now) continue
    const word = document >>> 5
    bits[word] = (bits[word] ?? 0) & ~(1 << (document & 31))
  }
}

/** Offers hits until no later one can get in. */
export function offerSet(
  { bits, documents }: HitSet,
  top: HitKeeper,
  context: SearchContext,
): void {
  const set = bits && bitSetOver(bits, documents)
  let offered = 0
  for (let document = 0; !top.isFull; document++) {
    if (set !== undefined) document = nextBit(set, document)
    if (document === -1 || document >= documents) return
    top.offer(document, 1)
    offered += 1
    if (offered % BLOCK_HITS === 0) context.checkTime()
  }
}

/** Shows aggregations the hits of a segment. */
export function aggregateSet(
  set: HitSet,
  aggregators: readonly Aggregator<unknown>[],
  view: SegmentView,
  number: number,
  context: SearchContext,
): void {
  for (const aggregator of aggregators) aggregator.open(view, number)
  const isWhole = set.bits === undefined
  const shown = aggregators.filter((aggregator) => !isWhole || aggregator.collectWhole?.() !== true)
  if (shown.length > 0) showSet(set, shown, context)
  for (const aggregator of aggregators) aggregator.close()
}

function showSet(
  { bits, documents, count }: HitSet,
  aggregators: readonly Aggregator<unknown>[],
  context: SearchContext,
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
    block.isRange = last - (into[0] ?? 0) === block.count - 1
    from = last + 1
    for (const aggregator of aggregators) aggregator.collect(block)
  }
}

function fillRange(into: Uint32Array, from: number, count: number): number {
  for (let hit = 0; hit < count; hit++) into[hit] = from + hit
  return count
}

/** Hits from a document on, as many as there is room for; most words of many hits are full. */
function readHits(bits: Uint32Array, from: number, into: Uint32Array): number {
  let count = 0
  let index = from >>> 5
  let word = (bits[index] ?? 0) & (-1 << (from & 31))
  while (index < bits.length) {
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
    word = (bits[index] ?? 0) | 0
  }
  return count
}
