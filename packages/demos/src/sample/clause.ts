import type { Query } from '@rowhouse/protocol'

/** One condition of a question: as an index understands it, and as plain code. */
export interface Clause<Fact> {
  readonly query: Query
  readonly passes: (fact: Fact) => boolean
}

export type Clauses<Fact> = Readonly<Record<string, Clause<Fact>>>

export const queriesOf = <Fact>(clauses: Clauses<Fact>): Readonly<Record<string, Query>> =>
  Object.fromEntries(Object.entries(clauses).map(([name, clause]) => [name, clause.query]))

export const passesAll = <Fact>(clauses: Clauses<Fact>): ((fact: Fact) => boolean) => {
  const all = Object.values(clauses)
  return (fact) => all.every(({ passes }) => passes(fact))
}
