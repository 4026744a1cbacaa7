import { expectDefined, outOfRange } from '@rowhouse/platform'
import { compareWhole } from '../../segments/format/compare-bytes.js'
import type { FrequentTerm } from '../../segments/format/frequent-list.js'

/** The terms with the most rows over some segments; terms with as many rows come in their order. */
export interface FrequentTerms {
  readonly first: readonly FrequentTerm[]
  /** Whether there are no other terms; others come behind these. */
  readonly isAll: boolean
}

/** What is known of a segment's terms without reading them all. */
export interface ListedTerms extends FrequentTerms {
  /** Looks a term up that is not among these. */
  readonly rowsOf: (term: Uint8Array) => number
}

export interface Wanted {
  readonly most: number
  /** Fewer are of no use, unless they are all. */
  readonly least: number
  /** Whether it is known that no term is in two segments whose lists have not all. */
  readonly areDisjoint?: boolean
  readonly checkTime: () => void
}

interface Candidate {
  readonly term: Uint8Array
  readonly key: string
  /** In the segments whose lists have it. */
  rows: number
  /** In the others, at most. */
  open: number
}

/** With more look-ups than this, reading all terms is no slower. */
const LOOKED_UP_MAX = 65_536

/**
 * Merges lists exactly. A term that is in none of them has at most as many rows as their last ones together,
 * or as one of these where no term is in two segments. Terms that may have more are looked up where they are
 * not listed. Undefined if that does not tell.
 */
export function mergedLists(
  lists: readonly ListedTerms[],
  { most, least, areDisjoint = false, checkTime }: Wanted,
): FrequentTerms | undefined {
  const partial = lists.filter(({ isAll }) => !isAll)
  const isSingle = areDisjoint || partial.length === 1
  const unlisted = partial.reduce(
    (rows, list) => (isSingle ? Math.max(rows, leastOf(list)) : rows + leastOf(list)),
    0,
  )
  const { candidates, byList } = candidatesOf(lists, unlisted, isSingle)
  if (!isSingle && nth(candidates, least, uppermost) <= unlisted) return undefined
  const floor = nth(candidates, most, ({ rows }) => rows)
  const chosen = candidates.filter((one) => uppermost(one) >= floor)
  const open = chosen.filter((one) => one.open > 0)
  if (open.length * partial.length > LOOKED_UP_MAX) return undefined
  const found = chosen.map(({ term, key, rows, open }) => {
    if (open === 0) return { term, rows }
    checkTime()
    const missing = partial.filter((list) => byList.get(list)?.has(key) === false)
    return { term, rows: missing.reduce((sum, list) => sum + list.rowsOf(term), rows) }
  })
  found.sort(compareFrequent)
  // What is listed nowhere comes behind the last one of its only segment.
  const last = isSingle ? partial.map(lastOf).sort(compareFrequent)[0] : undefined
  const first = found
    .slice(0, most)
    .filter((one) => one.rows > unlisted || (last !== undefined && compareFrequent(one, last) <= 0))
  const isAll = partial.length === 0 && first.length === candidates.length
  return isAll || first.length >= least ? { first, isAll } : undefined
}

/** More rows come first, then the order of terms. */
export const compareFrequent = (a: FrequentTerm, b: FrequentTerm): number =>
  b.rows - a.rows || compareWhole(a.term, b.term)

const uppermost = ({ rows, open }: Candidate): number => rows + open

const lastOf = ({ first }: ListedTerms): FrequentTerm =>
  expectDefined(first.at(-1), 'a term of a list')

const leastOf = (list: ListedTerms): number => lastOf(list).rows

/** The terms of all lists; `byList` has the keys of those of each list that has not all. */
function candidatesOf(lists: readonly ListedTerms[], unlisted: number, isSingle: boolean) {
  const found = new Map<string, Candidate>()
  const byList = new Map<ListedTerms, Set<string>>()
  for (const list of lists) {
    const keys = new Set<string>()
    const least = list.isAll ? 0 : isSingle ? unlisted : leastOf(list)
    if (!list.isAll) byList.set(list, keys)
    for (const { term, rows } of list.first) {
      const key = keyOf(term)
      keys.add(key)
      const known = found.get(key)
      if (known === undefined) found.set(key, { term, key, rows, open: unlisted - least })
      else {
        known.rows += rows
        known.open -= least
      }
    }
  }
  return { candidates: [...found.values()], byList }
}

/** The n-th largest value; none is larger than -1 where there are fewer. */
function nth(candidates: readonly Candidate[], n: number, valueOf: (one: Candidate) => number) {
  if (candidates.length < n) return -1
  const values = Float64Array.from(candidates, valueOf).sort()
  return values[values.length - n] ?? outOfRange()
}

export const keyOf = (term: Uint8Array): string =>
  Buffer.from(term.buffer, term.byteOffset, term.length).toString('latin1')
