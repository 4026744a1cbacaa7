import { expectDefined } from '@rowhouse/platform'
import { Heap } from '../../collect/heap.js'
import { fingerprintNumber } from '../../documents/fingerprint.js'
import { isAlive } from '../../indexes/live-segment.js'
import type { TermDictionary, WordsInParts } from '../../segments/field-reader.js'
import { wordAt } from '../../segments/read/cold-lists.js'
import { openDictionary } from '../../segments/read/open-dictionary.js'
import { KEYS, type OpenSegment } from '../../segments/read/open-segment.js'
import type { RowFingerprint } from '../../search-engine.js'

export interface PackedView {
  readonly segment: OpenSegment
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}

/** Which live rows of a snapshot are wanted: this many, after a key; of each segment every so-manieth. */
export interface WantedRows {
  readonly after: Uint8Array | undefined
  readonly limit: number
  readonly every?: number | undefined
  readonly now: number
}

interface LiveRow {
  readonly key: Buffer
  readonly segment: OpenSegment
  readonly document: number
}

/** The keys of a snapshot's live rows, in key order. */
export function liveKeys(views: readonly PackedView[], wanted: WantedRows): Buffer[] {
  return liveRows(views, wanted).map(({ key }) => key)
}

/** The same with their fingerprints. */
export function liveFingerprints(
  views: readonly PackedView[],
  wanted: WantedRows,
): RowFingerprint[] {
  const hashes = new Map(
    views.map(({ segment }) => [segment, segment.arrays.parts.words('rows/fingerprints')]),
  )
  return liveRows(views, wanted).map(({ key, segment, document }) => {
    const words = hashes.get(segment)
    if (words === undefined) throw new Error('a row is in a segment of the snapshot')
    const [high, low] = [wordAt(words, document * 2), wordAt(words, document * 2 + 1)]
    return { key, fingerprint: fingerprintNumber(high, low) }
  })
}

/** Merges all segments: read one by one, each would fill a page of its own. */
function liveRows(views: readonly PackedView[], wanted: WantedRows): LiveRow[] {
  // The walk whose row comes next is on top.
  const walks = new Heap<LiveWalk>((a, b) => Buffer.compare(b.key, a.key))
  for (const view of views) {
    const walk = new LiveWalk(view, wanted)
    if (walk.next()) walks.push(walk)
  }
  const found: LiveRow[] = []
  for (let walk = walks.top; walk !== undefined; walk = walks.top) {
    if (found.length >= wanted.limit) break
    const { key, segment, document } = walk
    found.push({ key: Buffer.from(key), segment, document })
    if (walk.next()) walks.replaceTop(walk)
    else walks.pop()
  }
  return found
}

/** The live rows of one segment in key order, after a key. */
class LiveWalk {
  readonly segment: OpenSegment
  document = -1
  /** The key of the current row; the next row overwrites it. */
  key: Uint8Array = NO_KEY
  readonly #view: PackedView
  readonly #keys: TermDictionary
  readonly #documents: WordsInParts | undefined
  readonly #after: Uint8Array | undefined
  readonly #now: number
  readonly #first: number
  readonly #every: number
  #ordinal: number

  constructor(view: PackedView, { after, now, every = 1 }: WantedRows) {
    const { segment } = view
    this.segment = segment
    this.#view = view
    this.#keys = openDictionary(segment.arrays, segment.rows.documents, KEYS)
    this.#documents = segment.summary.keyOrder
      ? undefined
      : segment.arrays.parts.words('keys/documents')
    this.#after = after
    this.#now = now
    this.#first = after === undefined ? 0 : this.#keys.lowerBound(after)
    this.#every = every
    this.#ordinal = this.#first - every
  }

  /** Moves to the next row; false at the end. */
  next(): boolean {
    const { expiry } = this.segment
    for (this.#ordinal += this.#every; this.#ordinal < this.#keys.size; this.#ordinal++) {
      const ordinal = this.#ordinal
      this.document = this.#documents === undefined ? ordinal : wordAt(this.#documents, ordinal)
      const isExpired =
        expiry !== undefined &&
        expectDefined(expiry[this.document], 'every document has an end') <= this.#now
      if (isExpired || !isAlive(this.#view, this.document)) continue
      this.key = this.#keys.term(ordinal)
      if (ordinal !== this.#first || !this.#isAfter()) return true
    }
    return false
  }

  /** Whether the row is the one after which the page begins. */
  #isAfter(): boolean {
    return this.#after !== undefined && Buffer.compare(this.key, this.#after) === 0
  }
}

const NO_KEY = new Uint8Array(0)
