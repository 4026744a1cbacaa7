import { outOfRange } from '@rowhouse/platform'
import type { Weight } from './query.js'

/** The places of clauses: first those whose scorers are cheap to make, then the dear ones. */
export function plainFirst(clauses: readonly Weight[]): number[] {
  const rank = (place: number): number => ((clauses[place] ?? outOfRange()).isDear === true ? 1 : 0)
  return [...clauses.keys()].sort((a, b) => rank(a) - rank(b))
}
