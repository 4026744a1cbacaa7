export type ScoreMode = 'AVG' | 'MAX' | 'SUM' | 'MIN' | 'MULTIPLY' | 'FIRST'

/** The score of one function for a row, and its weight, by which an average divides. */
export interface FunctionScore {
  readonly score: number
  readonly weight: number
}

/** Combines the functions whose filter the row passes. Without any, the score stays as it is. */
export const combineFunctions = (mode: ScoreMode, scores: readonly FunctionScore[]): number => {
  const [first] = scores
  if (first === undefined) return 1
  const weighted = scores.map(({ score, weight }) => score * weight)
  switch (mode) {
    case 'AVG': {
      const weights = scores.reduce((sum, { weight }) => sum + weight, 0)
      return weights === 0 ? 0 : sumOf(weighted) / weights
    }
    case 'MAX':
      return Math.max(...weighted)
    case 'MIN':
      return Math.min(...weighted)
    case 'SUM':
      return sumOf(weighted)
    case 'MULTIPLY':
      return weighted.reduce((product, score) => product * score, 1)
    case 'FIRST':
      return first.score * first.weight
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, next) => sum + next, 0)

export type CombineMode = 'MULTIPLY' | 'AVG' | 'MAX' | 'SUM' | 'MIN' | 'REPLACE'

export const combineWithQuery = (mode: CombineMode, query: number, functions: number): number => {
  switch (mode) {
    case 'MULTIPLY':
      return query * functions
    case 'AVG':
      return (query + functions) / 2
    case 'MAX':
      return Math.max(query, functions)
    case 'SUM':
      return query + functions
    case 'MIN':
      return Math.min(query, functions)
    case 'REPLACE':
      return functions
  }
}
