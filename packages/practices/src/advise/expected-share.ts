/** What is expected of all future rows, estimated from a sample. */
export interface ExpectedValues {
  /** The number of distinct values, including those that are not in the sample. */
  readonly values: number
  /** The share of rows with the most frequent value; 0 to 1. */
  readonly largestShare: number
}

/**
 * The most frequent value of a sample looks larger than it is: of 36,000 cards with a row each, one has
 * three by chance. So the number of values is estimated from those that occur once and twice (Chao's
 * estimate), and the largest count is shrunk towards the mean as far as chance explains the differences
 * between counts (a gamma prior, fitted by mean and variance). A value with 40 % of the rows keeps them.
 */
export function expectValues(counts: Iterable<number>): ExpectedValues {
  let [met, once, twice, rows, squares, largest] = [0, 0, 0, 0, 0, 0]
  for (const count of counts) {
    met += 1
    if (count === 1) once += 1
    if (count === 2) twice += 1
    rows += count
    squares += count * count
    largest = Math.max(largest, count)
  }
  if (rows === 0) return { values: 0, largestShare: 0 }
  const values = met + (once * (once - 1)) / (2 * (twice + 1))
  const mean = rows / values
  const beyondChance = squares / values - mean * mean - mean
  if (beyondChance <= 0) return { values, largestShare: 1 / values }
  const shape = (mean * mean) / beyondChance
  const expected = (largest + shape) / (1 + shape / mean)
  return { values, largestShare: Math.min(1, expected / rows) }
}
