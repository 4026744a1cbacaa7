import { errors, type MinimumShouldMatch } from '@rowhouse/protocol'

/**
 * The number of `clauses` that must match. As text: `3`, `-1` (all but one), `75%` and `-25%` (both
 * rounded down), and conditions such as `2<-25% 9<-3`, of which the one with the largest number
 * below the number of clauses applies; without one, every clause must match.
 */
export function minimumOf(minimum: MinimumShouldMatch, clauses: number): number {
  if (typeof minimum === 'number') return plainMinimum(minimum, clauses)
  const text = minimum.trim()
  if (!text.includes('<')) return simpleMinimum(minimum, text, clauses)
  let answer = clauses
  let above = -1
  for (const condition of text.replaceAll(/\s*<\s*/g, '<').split(/\s+/)) {
    const [limit = '', value = '', ...rest] = condition.split('<')
    if (!/^\d{1,9}$/.test(limit) || rest.length > 0) throw invalid(minimum)
    const parsed = simpleMinimum(minimum, value, clauses)
    if (clauses <= Number(limit) || Number(limit) <= above) continue
    above = Number(limit)
    answer = parsed
  }
  return answer
}

/** Parses the text when a query is compiled, so that an error is reported before the search. */
export function checkMinimum(minimum: MinimumShouldMatch | undefined): void {
  if (minimum !== undefined) minimumOf(minimum, 1)
}

function simpleMinimum(whole: string, text: string, clauses: number): number {
  const match = /^([+-]?\d{1,9})(%?)$/.exec(text)
  if (match === null) throw invalid(whole)
  const value = Number(match[1])
  if (match[2] === '') return plainMinimum(value, clauses)
  return plainMinimum(Math.trunc((clauses * value) / 100), clauses, text.startsWith('-'))
}

function plainMinimum(value: number, clauses: number, isLess = value < 0): number {
  return Math.max(0, isLess ? clauses + value : value)
}

function invalid(minimum: string): Error {
  return errors.invalidSearchParameter('minimum_should_match', minimum)
}
