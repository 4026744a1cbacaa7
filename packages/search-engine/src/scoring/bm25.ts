/**
 * BM25 with the factor (k1 + 1): the scores that the Python SDK's tests of function scores assert are close
 * to these, and less than half of them without the factor.
 */
const K1 = 1.2
const B = 0.75

/** How selective a term is, by the share of the documents with the field that have it. */
export const inverseFrequency = (documents: number, documentsWithTerm: number): number =>
  Math.log(1 + (documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5))

export const bm25 = (
  weight: number,
  frequency: number,
  length: number,
  averageLength: number,
): number => (weight * frequency) / (frequency + K1 * (1 - B + (B * length) / averageLength))

/** The factor that all documents share for one term of a query. */
export const bm25Weight = (documents: number, documentsWithTerm: number, boost: number): number =>
  boost * inverseFrequency(documents, documentsWithTerm) * (K1 + 1)

/**
 * The part of the denominator that depends on the length, for each of the 256 stored norms: a score is then
 * `weight * f / (f + table[norm])`.
 */
export const bm25LengthTable = (averageLength: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, norm) => {
    const relative = averageLength === 0 ? 1 : lengthOfNorm(norm) / averageLength
    return K1 * (1 - B + B * relative)
  })

/** Lengths below this have norms of their own. The other norms reach up to the longest length. */
const EXACT_NORMS = 24
/** Above those: three bits after the leading one. */
const MANTISSA_BITS = 3
const MANTISSA = 2 ** MANTISSA_BITS

/**
 * Stores the number of a text's tokens in one byte: exact below 40, then in steps of an eighth, rounded
 * down, to more than two thousand million. Lucene stores lengths in the same way; BM25 hides the lost
 * precision.
 */
export const normOfLength = (length: number): number => {
  if (length < EXACT_NORMS) return Math.max(0, Math.floor(length))
  const rest = Math.min(length, LENGTH_MAX) - EXACT_NORMS
  if (rest < MANTISSA) return EXACT_NORMS + Math.floor(rest)
  const shift = 31 - Math.clz32(rest) - MANTISSA_BITS
  return EXACT_NORMS + ((shift + 1) << MANTISSA_BITS) + ((rest >>> shift) & (MANTISSA - 1))
}

const LENGTH_MAX = 2 ** 31 - 1

/** The shortest length with this norm. */
export const lengthOfNorm = (norm: number): number => {
  if (norm < EXACT_NORMS) return norm
  const rest = norm - EXACT_NORMS
  const shift = (rest >>> MANTISSA_BITS) - 1
  if (shift < 0) return EXACT_NORMS + rest
  return EXACT_NORMS + (MANTISSA + (rest & (MANTISSA - 1))) * 2 ** shift
}
