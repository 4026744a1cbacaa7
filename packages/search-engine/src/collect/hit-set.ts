import { BLOCK_HITS } from '../aggregations/aggregator.js'
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
  /** The hits are all documents but the deleted ones. */
  readonly isAllAlive: boolean
}

/** From this share of the documents on a bit set costs less than a walk. */
const SET_SHARE = 32

interface Conditions {
  readonly weight: Weight
  readonly filter: Weight | undefined
}

/** What is kept of the hits for another pass over them. */
export interface KeptHits {
  /** By the numbers of views. */
  readonly sets: Map<number, HitSet>
  /** There was a pass already, so that sets pay even of few hits. */
  isNotFirst: boolean
}

/** The hits of a segment, where they need no scores and are so many that a set of them pays. */
export function hitSet(
  { weight, filter }: Conditions,
  context: SearchContext,
  view: SegmentView,
  scorer: Scorer,
  isKept = false,
): HitSet | undefined {
  const { rows, expiry } = view.segment
  const { documents } = rows
  const pays = isKept || scorer.cost * SET_SHARE >= documents
  if (context.scores || !pays) return undefined
  const isAll = scorer.cost >= documents && weight.count(view, rows) === documents
  if (isAll && filter === undefined && expiry === undefined) {
    return { bits: view.live, documents, count: view.liveCount, isAllAlive: true }
  }
  const bits = new Uint32Array(wordsFor(documents))
  if (isAll) setAllBits(bitSetOver(bits, documents))
  else addHits(weight, view, scorer, bits, context)
  if (view.live !== undefined) keepCommon(bits, view.live)
  if (filter !== undefined) keepCommon(bits, bitsOf(filter, view, context))
  if (expiry !== undefined) dropExpired(bits, expiry, context.now)
  const count = countBits(bitSetOver(bits, documents))
  return { bits, documents, count, isAllAlive: false }
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
