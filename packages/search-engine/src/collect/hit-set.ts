import { outOfRange } from '@rowhouse/platform'
import { BLOCK_HITS } from '../aggregations/aggregator.js'
import { bitSetOver, countBits, nextBit, setAllBits } from '../bits/bit-set.js'
import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { setBit, wordsFor } from '../queries/walks/bits-walk.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { HitKeeper } from './top-hits.js'

/** All hits of a segment as a bit set, from which they are collected without a call for each. */
export interface HitSet {
  /** Undefined means that every document is a hit, and all are live. */
  readonly bits: Uint32Array | undefined
  readonly documents: number
  readonly count: number
  /** Whether the hits are exactly the live documents. */
  readonly isAllAlive: boolean
}

/** From this share of the documents on a bit set costs less than a walk. */
const SET_SHARE = 32

interface Conditions {
  readonly weight: Weight
  readonly filter: Weight | undefined
}

/** The hit sets that another pass can use. */
export interface KeptHits {
  /** By the view's index in the snapshot. */
  readonly sets: Map<number, HitSet>
  /** Whether a pass has ended, from when on a set pays even for few hits. */
  isNotFirst: boolean
}

/** The hits of a segment as a set; undefined where scores are needed or they are too few to pay. */
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
    bits[word] = (bits[word] ?? outOfRange()) & (others[word] ?? outOfRange())
}

function dropExpired(bits: Uint32Array, expiry: Float64Array, now: number): void {
  for (let document = 0; document < expiry.length; document++) {
    if ((expiry[document] ?? outOfRange()) > now) continue
    const word = document >>> 5
    bits[word] = (bits[word] ?? outOfRange()) & ~(1 << (document & 31))
  }
}

/** Offers hits until no later one can enter the page. */
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
