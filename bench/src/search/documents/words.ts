const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu'.split(' ')
const MORE = 'na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu'.split(' ')

/** The number of different words in the titles. */
export const WORDS = 20_000

/** The word of a rank; frequent words are short. */
export function wordOf(rank: number): string {
  const syllables = [...SYLLABLES, ...MORE]
  let word = ''
  let rest = rank + syllables.length
  while (rest > 0) {
    word += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length)
  }
  return word
}

/** Ranks near 0 are most frequent: the first word is in about every fourth title. */
export function drawRank(random: () => number, ranks: number): number {
  return Math.floor(ranks * random() ** 3)
}
