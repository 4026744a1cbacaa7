/** What a sample lets expect of all rows to come. */
export interface ExpectedValues {
  /** Distinct values, those included that the sample has not met. */
  readonly values: number
  /** Of all rows, those of the largest value; 0 to 1. */
  readonly largestShare: number
}

/**
 * The largest value of a sample looks larger than it is: of 36,000 cards with a row each, one has three by
 * chance. So the number of values comes from those met once and twice (Chao's estimate), and the largest
 * count is pulled towards the mean as far as the counts differ no more than chance makes them (a gamma prior,
 * fitted by mean and variance). A value that has 40 % keeps them.
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
