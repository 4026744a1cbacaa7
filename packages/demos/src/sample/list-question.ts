import type { RowOf, TableSchema } from '@rowhouse/client'
import type { Sorter } from '@rowhouse/protocol'
import { type Clauses, passesAll, queriesOf } from './clause.js'
import type { Question } from './question.js'
import { type SearchQuestion, searchQuestion } from './search-question.js'
import { type Found, tallyList } from './tally.js'

type Nothing = Record<never, never>

/** A question for the first rows of an order. Its answer is the facts that the rows were made of. */
export type ListQuestion<S extends TableSchema, Parameters, Fact> = SearchQuestion<
  S,
  Parameters,
  Found<Fact>,
  Fact,
  Nothing,
  Nothing
>

/** Where the rows of a list are, and how a fact is read from one. */
export interface Listed<S extends TableSchema, Fact> {
  readonly table: S
  readonly index: string
  readonly factOf: (row: RowOf<S>) => Fact
  /** The order of the primary keys, in which an index answers what is equal otherwise. */
  readonly compareKeys: (a: Fact, b: Fact) => number
}

export interface ListParts<Parameters, Fact>
  extends Pick<Question<Parameters, Found<Fact>, Fact>, 'name' | 'persona' | 'planted' | 'draw'> {
  readonly clauses: (parameters: Parameters) => Clauses<Fact>
  readonly order: (parameters: Parameters) => ListOrder<Fact>
}

/** An order: as an index understands it, and as plain code. */
export interface ListOrder<Fact> {
  readonly sorter: Sorter
  readonly compare: (a: Fact, b: Fact) => number
}

/** Rows of one page of a list. */
const PAGE_ROWS = 20

export function listQuestion<S extends TableSchema, Parameters, Fact>(
  { table, index, factOf, compareKeys }: Listed<S, Fact>,
  { clauses, order, ...topic }: ListParts<Parameters, Fact>,
): ListQuestion<S, Parameters, Fact> {
  return searchQuestion<S, Parameters, Found<Fact>, Fact>({
    ...topic,
    table,
    index,
    clauses: (parameters) => queriesOf(clauses(parameters)),
    shape: (parameters) => ({
      sort: [order(parameters).sorter],
      limit: PAGE_ROWS,
      count: true,
    }),
    answerOf: ({ total = 0, rows }) => ({ total, rows: rows.map(factOf) }),
    tally: (parameters) => {
      const { compare } = order(parameters)
      return tallyList({
        passes: passesAll(clauses(parameters)),
        compare: (a, b) => compare(a, b) || compareKeys(a, b),
        limit: PAGE_ROWS,
        rowOf: (fact: Fact) => fact,
      })
    },
  })
}
