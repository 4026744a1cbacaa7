import { outOfRange } from '@rowhouse/platform'
import { type Tokens, termOf } from '../analyzers/tokens.js'
import type { Hit } from './highlight-text.js'
import type { Wanted, WantedPhrase, WantedWords } from './wanted-words.js'

/** Finds what a query wants in a text. */
export function findWords(tokens: Tokens, { words, patterns, phrases }: WantedWords): Hit[] {
  const hits: Hit[] = []
  const places = placesFor(phrases)
  const mark = (index: number, { number, weight }: Wanted): void => {
    const [start = 0, end = 0] = [tokens.starts[index], tokens.ends[index]]
    hits.push({ start, end, term: number, weight })
  }
  for (let index = 0; index < tokens.count; index++) {
    const term = termOf(tokens, index)
    const word = words.get(term)
    if (word !== undefined) mark(index, word)
    for (const pattern of patterns) if (pattern.matches(term)) mark(index, pattern)
    places.get(term)?.set(tokens.positions[index] ?? outOfRange(), index)
  }
  for (const phrase of phrases) {
    for (const index of tokensOfPhrase(phrase, places)) mark(index, phrase)
  }
  return hits
}

/** The positions of each term of a phrase, with the token at each. */
type Places = ReadonlyMap<string, Map<number, number>>

const placesFor = (phrases: readonly WantedPhrase[]): Places =>
  new Map(
    phrases.flatMap(({ words }) =>
      words.map(({ term }) => [term, new Map<number, number>()] as const),
    ),
  )

/** The tokens of all places where the words have the positions of the phrase. */
function tokensOfPhrase({ words }: WantedPhrase, places: Places): number[] {
  const found: number[] = []
  const [first] = words
  if (first === undefined) return found
  for (const position of places.get(first.term)?.keys() ?? []) {
    const base = position - first.position
    const all = words.map((word) => places.get(word.term)?.get(base + word.position))
    if (!all.includes(undefined)) found.push(...all.flatMap((index) => index ?? []))
  }
  return found
}
