export interface NaiveToken {
  readonly term: string
  readonly position: number
}

/**
 * Whether each word of a phrase can be given a token of its own, so that all are at most `slop` further
 * apart than in the phrase. It tries all choices.
 */
export function hasPhrase(
  tokens: readonly NaiveToken[],
  words: readonly NaiveToken[],
  slop: number,
): boolean {
  return words.length > 0 && canPlace(tokens, words, slop, [], [])
}

function canPlace(
  tokens: readonly NaiveToken[],
  words: readonly NaiveToken[],
  slop: number,
  taken: readonly NaiveToken[],
  shifts: readonly number[],
): boolean {
  const word = words[taken.length]
  if (word === undefined) return true
  return tokens.some((token) => {
    if (token.term !== word.term || isTaken(taken, token)) return false
    const moved = [...shifts, token.position - word.position]
    if (Math.max(...moved) - Math.min(...moved) > slop) return false
    return canPlace(tokens, words, slop, [...taken, token], moved)
  })
}

const isTaken = (taken: readonly NaiveToken[], { term, position }: NaiveToken): boolean =>
  taken.some((other) => other.term === term && other.position === position)
