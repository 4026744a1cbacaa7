import type { SearchHit } from '@rowhouse/protocol'
import type { FoundRows } from '../../search-engine.js'
import { type PackedKeys, packKeys, unpackKeys } from './packed-keys.js'
import { type Packed, pack, unpack } from './packed-value.js'

/**
 * What a search found, in the form that is sent to another thread. Most hits have nothing beside
 * their key, and an object for each would cost the receiving thread more than the rest of a page.
 */
export interface FoundMessage {
  readonly total: number
  readonly keys: PackedKeys
  /** The values of columns by row, nothing for a row that the index cannot answer; undefined for none. */
  readonly values: PackedKeys | undefined
  /** The scores by row, where hits have nothing else. */
  readonly scores: Float64Array | undefined
  /** The hits by row, where they have more. */
  readonly hits: Packed<readonly SearchHit[]> | undefined
  readonly nextToken: Uint8Array | undefined
  /** Undefined where none were requested. */
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
    values: rows.some(({ values }) => values !== undefined)
      ? packKeys(rows.map(({ values = NOTHING }) => values))
      : undefined,
    scores: fits && isScored ? Float64Array.from(hits, ({ score = 0 }) => score) : undefined,
    hits: fits ? undefined : pack(hits),
    // A copy: sending a view would send all of the buffer around it.
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
  const values = message.values && unpackKeys(message.values)
  const valuesOf = (row: number): Buffer | undefined =>
    values?.[row]?.length === 0 ? undefined : values?.[row]
  const results = message.results === undefined ? NO_RESULTS : unpack(message.results)
  return {
    total,
    rows: unpackKeys(message.keys).map((key, row) => ({
      key,
      hit: hitOf(row),
      values: valuesOf(row),
    })),
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

const NOTHING = new Uint8Array(0)
const NO_RESULTS: FoundResults = { aggregations: [], groupBys: [] }
