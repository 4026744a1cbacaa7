/** What was foretold of a candidate beside what was measured. */
export interface Foretold {
  readonly foretold: number
  readonly measured: number
}

/** Less than this is no difference: 1.1 is 10 %. */
const DIFFERENCE = 1.1

/** Pairs of candidates that clearly differ in both figures, and how many of them stand in the same order. */
export function rankAgreement(candidates: readonly Foretold[]): {
  readonly pairs: number
  readonly agreeing: number
} {
  let [pairs, agreeing] = [0, 0]
  candidates.forEach((a, index) => {
    for (const b of candidates.slice(index + 1)) {
      const [foretold, measured] = [a.foretold / b.foretold, a.measured / b.measured]
      if (!isClear(foretold) || !isClear(measured)) continue
      pairs += 1
      if (foretold > 1 === measured > 1) agreeing += 1
    }
  })
  return { pairs, agreeing }
}

const isClear = (ratio: number): boolean => Math.max(ratio, 1 / ratio) >= DIFFERENCE
