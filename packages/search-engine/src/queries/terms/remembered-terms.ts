import { outOfRange } from '@rowhouse/platform'
import type { TermDictionary } from '../../segments/field-reader.js'
import { membership, type Ordinals } from './ordinals.js'

/** So many terms are looked up before it is asked how many a search for all of them would read. */
const FREE_LOOKS = 64
/** A byte for each term. */
const REMEMBERED_TERMS_MAX = 2 ** 20
const MATCHES = 1
const DIFFERS = 2

export interface RememberedTerms {
  readonly terms: TermDictionary
  /** Looks a term up. */
  readonly matches: (ordinal: number) => boolean
  /** From so many terms on that were looked up it is cheaper to find all that match. */
  readonly looksMax: () => number
  readonly findAll: () => Ordinals
}

/** Whether terms repeat so often that it pays to remember which of them match. */
export const mayRemember = (terms: TermDictionary, documents: number): boolean =>
  terms.size <= REMEMBERED_TERMS_MAX && terms.size * REPEATS_MIN <= documents

const REPEATS_MIN = 4

/**
 * Tests terms by their ordinals, each of them once. Which terms come is not known before: those of a few
 * documents may be few or all different. So as soon as looking them up has cost as much as finding all that
 * match, these are found.
 */
export function rememberMatches({
  terms,
  matches,
  looksMax,
  findAll,
}: RememberedTerms): (ordinal: number) => boolean {
  let known: Uint8Array | undefined
  let isMember: ((ordinal: number) => boolean) | undefined
  let looks = 0
  let most: number | undefined
  return (ordinal) => {
    if (isMember !== undefined) return isMember(ordinal)
    known ??= new Uint8Array(terms.size)
    const answer = known[ordinal] ?? outOfRange()
    if (answer !== 0) return answer === MATCHES
    looks++
    if (looks > FREE_LOOKS && looks > (most ??= looksMax())) {
      isMember = membership(findAll(), terms.size)
      return isMember(ordinal)
    }
    const isMatch = matches(ordinal)
    known[ordinal] = isMatch ? MATCHES : DIFFERS
    return isMatch
  }
}
