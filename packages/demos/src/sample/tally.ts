/** Counts an answer together in one pass over all facts; plain code that an index is compared with. */
export interface Tally<Fact, Answer> {
  add(fact: Fact): void
  answer(): Answer
}

/** The rows that a search shows, and how many there are in all. */
export interface Found<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

export interface ListOptions<Fact, Row> {
  readonly passes: (fact: Fact) => boolean
  /** A whole order: no two facts are equal in it. */
  readonly compare: (a: Fact, b: Fact) => number
  readonly offset?: number
  readonly limit: number
  readonly rowOf: (fact: Fact) => Row
}

/** The first rows of an order among those that pass; it holds only as many as the page needs. */
export function tallyList<Fact, Row>({
  passes,
  compare,
  offset = 0,
  limit,
  rowOf,
}: ListOptions<Fact, Row>): Tally<Fact, Found<Row>> {
  const most = offset + limit
  let total = 0
  let best: Fact[] = []
  const trim = (): void => {
    best = best.toSorted(compare).slice(0, most)
  }
  return {
    add: (fact) => {
      if (!passes(fact)) return
      total += 1
      best.push(fact)
      if (best.length > 2 * most + 64) trim()
    },
    answer: () => {
      trim()
      return { total, rows: best.slice(offset).map(rowOf) }
    },
  }
}

export interface GroupSums {
  rows: number
  sum: number
}

export interface GroupOptions<Fact> {
  readonly passes: (fact: Fact) => boolean
  /** The groups that a fact counts in. */
  readonly keysOf: (fact: Fact) => readonly string[]
  readonly valueOf: (fact: Fact) => number
}

/** Rows and a sum for each key. */
export function tallyGroups<Fact, Answer>(
  { passes, keysOf, valueOf }: GroupOptions<Fact>,
  answerOf: (groups: ReadonlyMap<string, Readonly<GroupSums>>) => Answer,
): Tally<Fact, Answer> {
  const groups = new Map<string, GroupSums>()
  return {
    add: (fact) => {
      if (!passes(fact)) return
      for (const key of keysOf(fact)) {
        const group = groups.get(key)
        if (group === undefined) groups.set(key, { rows: 1, sum: valueOf(fact) })
        else {
          group.rows += 1
          group.sum += valueOf(fact)
        }
      }
    },
    answer: () => answerOf(groups),
  }
}

/** The order of texts in an index: by their bytes in UTF-8. */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
