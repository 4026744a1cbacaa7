/** The predicted figure of a candidate and the measured one. */
export interface Prediction {
  readonly predicted: number
  readonly measured: number
}

/** A smaller ratio is no difference: 1.1 is 10 %. */
const DIFFERENCE = 1.1

/**
 * Counts pairs of candidates that clearly differ in both figures, and those with the same order in both.
 */
export function rankAgreement(candidates: readonly Prediction[]): {
  readonly pairs: number
  readonly agreeing: number
} {
  let [pairs, agreeing] = [0, 0]
  candidates.forEach((a, index) => {
    for (const b of candidates.slice(index + 1)) {
      const [predicted, measured] = [a.predicted / b.predicted, a.measured / b.measured]
      if (!isClear(predicted) || !isClear(measured)) continue
      pairs += 1
      if (predicted > 1 === measured > 1) agreeing += 1
    }
  })
  return { pairs, agreeing }
}

const isClear = (ratio: number): boolean => Math.max(ratio, 1 / ratio) >= DIFFERENCE
