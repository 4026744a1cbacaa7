import type { SearchHit } from '@rowhouse/protocol'
import type { FoundRows } from '../../search-engine.js'
import { type PackedKeys, packKeys, unpackKeys } from './packed-keys.js'
import { type Packed, pack, unpack } from './packed-value.js'

/**
 * What a search found, on its way to another thread. Keys are many and small, and most hits tell nothing
 * beside them: an object for each would cost the thread that gets them more than the rest of a page.
 */
export interface FoundMessage {
  readonly total: number
  readonly keys: PackedKeys
  /** Of each row, where its score is all that its hit tells. */
  readonly scores: Float64Array | undefined
  /** Of each row, where they tell more. */
  readonly hits: Packed<readonly SearchHit[]> | undefined
  readonly nextToken: Uint8Array | undefined
  /** Undefined where nobody asked for any. */
  readonly results: Packed<FoundResults> | undefined
}

type FoundResults = Pick<FoundRows, 'aggregations' | 'groupBys'>

export function encodeFound({ total, rows, nextToken, ...results }: FoundRows): FoundMessage {
  const hits = rows.map(({ hit }) => hit)
  const isPlain = hits.every(saysNothingMore)
  const isScored = hits.length > 0 && hits.every(({ score }) => score !== undefined)
  const isQuiet = hits.every(({ score }) => score === undefined)
  const fits = isPlain && (isScored || isQuiet)
  const hasResults = results.aggregations.length > 0 || results.groupBys.length > 0
  return {
    total,
    keys: packKeys(rows.map(({ key }) => key)),
    scores: fits && isScored ? Float64Array.from(hits, ({ score = 0 }) => score) : undefined,
    hits: fits ? undefined : pack(hits),
    // With memory of its own: with a view all that lies around it would go along.
    nextToken: nextToken && new Uint8Array(nextToken),
    results: hasResults ? pack(results) : undefined,
  }
}

export function decodeFound(message: FoundMessage): FoundRows {
  const { total, scores, nextToken: token } = message
  const hits = message.hits && unpack(message.hits)
  const hitOf = (row: number): SearchHit => {
    if (scores !== undefined) return { ...PLAIN_HIT, score: scores[row] }
    return hits?.[row] ?? PLAIN_HIT
  }
  const results = message.results === undefined ? NO_RESULTS : unpack(message.results)
  return {
    total,
    rows: unpackKeys(message.keys).map((key, row) => ({ key, hit: hitOf(row) })),
    nextToken: token && Buffer.from(token.buffer, token.byteOffset, token.length),
    ...results,
  }
}

const saysNothingMore = ({ highlight, innerHits, nestedDocOffset }: SearchHit): boolean =>
  highlight === undefined && innerHits.length === 0 && nestedDocOffset === undefined

const PLAIN_HIT: SearchHit = {
  score: undefined,
  highlight: undefined,
  innerHits: [],
  nestedDocOffset: undefined,
}

const NO_RESULTS: FoundResults = { aggregations: [], groupBys: [] }
