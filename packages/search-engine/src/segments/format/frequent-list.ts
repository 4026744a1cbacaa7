import { outOfRange } from '@rowhouse/platform'

export interface FrequentTerm {
  readonly term: Uint8Array
  /** The rows that have it, deleted ones included. */
  readonly rows: number
}

/** A segment's field with more terms than this has a list of the most frequent ones. */
export const LISTED_FROM_TERMS = 2048
const LISTED_TERMS_MAX = 1024
const LISTED_BYTES_MAX = 65_536
/** Terms with so many documents, of which there are few, are not told apart while they are counted. */
const MANY = 65_535

/**
 * The list of a field: the terms with the most documents, those that come first in the dictionary where these
 * tie. `ends[n]` is where the documents of term n end among all. Undefined where none is needed.
 */
export function frequentList(
  ends: Uint32Array,
  termOf: (ordinal: number) => Uint8Array,
): Uint8Array | undefined {
  if (ends.length <= LISTED_FROM_TERMS) return undefined
  let bytes = 0
  const listed: FrequentTerm[] = []
  for (const { ordinal, rows } of mostFrequent(ends)) {
    const term = termOf(ordinal).slice()
    bytes += term.length
    if (bytes > LISTED_BYTES_MAX) break
    listed.push({ term, rows })
  }
  return listed.length === 0 ? undefined : encodeFrequent(listed)
}

interface CountedOrdinal {
  readonly ordinal: number
  readonly rows: number
}

function mostFrequent(ends: Uint32Array): readonly CountedOrdinal[] {
  const termsWith = new Uint32Array(MANY + 1)
  for (let ordinal = 0, from = 0; ordinal < ends.length; ordinal++) {
    const end = ends[ordinal] ?? outOfRange()
    const least = Math.min(end - from, MANY)
    termsWith[least] = (termsWith[least] ?? outOfRange()) + 1
    from = end
  }
  let last = MANY
  let before = 0
  for (; last > 0; last--) {
    const more = before + (termsWith[last] ?? outOfRange())
    if (more >= LISTED_TERMS_MAX) break
    before = more
  }
  let room = last === MANY ? Infinity : LISTED_TERMS_MAX - before
  const found: CountedOrdinal[] = []
  for (let ordinal = 0, from = 0; ordinal < ends.length; ordinal++) {
    const end = ends[ordinal] ?? outOfRange()
    const rows = end - from
    if (rows > last || (rows === last && room-- > 0)) found.push({ ordinal, rows })
    from = end
  }
  found.sort((a, b) => b.rows - a.rows || a.ordinal - b.ordinal)
  return found.slice(0, LISTED_TERMS_MAX)
}

/** Layout: how many terms, the rows of each and its length; then their bytes. */
export function encodeFrequent(terms: readonly FrequentTerm[]): Uint8Array {
  const numbers = [terms.length]
  for (const { term, rows } of terms) numbers.push(rows, term.length)
  const head = Buffer.from(Uint32Array.from(numbers).buffer)
  return Uint8Array.from(Buffer.concat([head, ...terms.map(({ term }) => term)]))
}

export function decodeFrequent(bytes: Uint8Array): readonly FrequentTerm[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (nth: number): number => view.getUint32(nth * WORD_BYTES, true)
  const count = word(0)
  let from = (1 + 2 * count) * WORD_BYTES
  return Array.from({ length: count }, (_, nth) => {
    const end = from + word(2 + 2 * nth)
    const term = bytes.subarray(from, end)
    from = end
    return { term, rows: word(1 + 2 * nth) }
  })
}

const WORD_BYTES = 4
