import { type Hash, createHash, hashBytes, outOfRange } from '@rowhouse/platform'

/**
 * Hashes of all terms of a field, 56 bits of each: a bucket of 16, a value of 32 and a tag of 8 bits. They
 * tell whether two segments share a term without reading any. The terms of a bucket are in no order.
 */
export interface TermHashes {
  /** Where each bucket begins; the last one is the end. */
  readonly starts: Uint32Array
  readonly values: Uint32Array
  readonly tags: Uint8Array
}

export const HASH_BUCKETS = 65_536
/** Segments have no hashes of fewer terms, which are hashed sooner than others' hashes are compared. */
export const HASHED_FROM_TERMS = 262_144

export function hashTerms(terms: number, termOf: (ordinal: number) => Uint8Array): TermHashes {
  const [highs, lows] = [new Uint32Array(terms), new Uint32Array(terms)]
  const starts = new Uint32Array(HASH_BUCKETS + 1)
  const hash = createHash()
  for (let ordinal = 0; ordinal < terms; ordinal++) {
    const term = termOf(ordinal)
    hashBytes(term, 0, term.length, hash)
    highs[ordinal] = hash.high
    lows[ordinal] = hash.low
    const bucket = bucketOf(hash.high)
    starts[bucket + 1] = (starts[bucket + 1] ?? outOfRange()) + 1
  }
  for (let bucket = 0; bucket < HASH_BUCKETS; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] ?? outOfRange()) + (starts[bucket] ?? outOfRange())
  }
  const next = starts.slice()
  const [values, tags] = [new Uint32Array(terms), new Uint8Array(terms)]
  for (let ordinal = 0; ordinal < terms; ordinal++) {
    hash.high = highs[ordinal] ?? outOfRange()
    hash.low = lows[ordinal] ?? outOfRange()
    const bucket = bucketOf(hash.high)
    const place = next[bucket] ?? outOfRange()
    next[bucket] = place + 1
    values[place] = valueOf(hash)
    tags[place] = tagOf(hash)
  }
  return { starts, values, tags }
}

const bucketOf = (high: number): number => high >>> 16
const valueOf = ({ high, low }: Hash): number => ((high << 16) | (low >>> 16)) >>> 0
const tagOf = ({ low }: Hash): number => (low >>> 8) & 0xff
