import type { Query } from '@rowhouse/protocol'
import type { Analyzer, QueryToken } from '../analyzers/analyzer.js'
import { compileWildcard } from '../wildcard/compile-wildcard.js'

/** What a query wants in the tokens of one text field. */
export interface WantedWords {
  /** By term. */
  readonly words: Map<string, Wanted>
  readonly patterns: WantedPattern[]
  /** Phrases whose words are marked only where all of them are in their places. */
  readonly phrases: WantedPhrase[]
}

export interface Wanted {
  /** Hits with the same number count once in the score of a fragment. */
  readonly number: number
  readonly weight: number
}

export interface WantedPattern extends Wanted {
  readonly matches: (term: string) => boolean
}

export interface WantedPhrase extends Wanted {
  readonly words: readonly { readonly term: string; readonly position: number }[]
}

/**
 * `leaves` may ask other fields too. Only these kinds of queries are highlighted, according to the
 * service's documentation.
 */
export function wantedWords(
  leaves: readonly Query[],
  fieldName: string,
  analyzer: Analyzer,
): WantedWords {
  const wanted: WantedWords = { words: new Map(), patterns: [], phrases: [] }
  for (const leaf of leaves) {
    if (!('fieldName' in leaf) || leaf.fieldName !== fieldName) continue
    addLeaf(wanted, leaf, analyzer)
  }
  return wanted
}

function addLeaf(wanted: WantedWords, leaf: Query, analyzer: Analyzer): void {
  switch (leaf.kind) {
    case 'term':
      addWord(wanted, String(leaf.term), leaf.weight)
      break
    case 'terms':
      for (const term of leaf.terms) addWord(wanted, String(term), leaf.weight)
      break
    case 'prefix':
      addPattern(wanted, (term) => term.startsWith(leaf.prefix), leaf.weight)
      break
    case 'wildcard':
      addPattern(wanted, compileWildcard(leaf.value).matches, leaf.weight)
      break
    case 'match':
      for (const token of analyzer.analyzeQuery(leaf.text)) {
        addPhrase(wanted, placesOf([token]), leaf.weight)
      }
      break
    case 'matchPhrase': {
      const words = placesOf(analyzer.analyzeQuery(leaf.text))
      if (leaf.slop === 0) addPhrase(wanted, words, leaf.weight)
      // With slop, words may be apart, and are marked wherever they are.
      else for (const { term } of words) addWord(wanted, term, leaf.weight)
      break
    }
    default:
  }
}

const placesOf = (tokens: readonly QueryToken[]): WantedPhrase['words'] =>
  tokens.flatMap(({ position, terms }) =>
    terms.map(({ term, offset }) => ({ term, position: position + offset })),
  )

const nextNumber = ({ words, patterns, phrases }: WantedWords): number =>
  words.size + patterns.length + phrases.length

function addWord(wanted: WantedWords, term: string, weight: number): void {
  if (wanted.words.has(term)) return
  wanted.words.set(term, { number: nextNumber(wanted), weight })
}

function addPattern(wanted: WantedWords, matches: WantedPattern['matches'], weight: number): void {
  wanted.patterns.push({ number: nextNumber(wanted), weight, matches })
}

function addPhrase(wanted: WantedWords, words: WantedPhrase['words'], weight: number): void {
  const [first, second] = words
  if (first === undefined) return
  if (second === undefined) addWord(wanted, first.term, weight)
  else wanted.phrases.push({ number: nextNumber(wanted), weight, words })
}
