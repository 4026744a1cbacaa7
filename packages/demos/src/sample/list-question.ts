import { type RowOf, type TableSchema, sort } from '@rowhouse/client'
import type { Sorter } from '@rowhouse/protocol'
import { type Clauses, passesAll, queriesOf } from './clause.js'
import { type ById, compareKeysOf } from './key-hash.js'
import type { Question } from './question.js'
import { type SearchQuestion, searchQuestion } from './search-question.js'
import { type Found, tallyList } from './tally.js'

type Nothing = Record<never, never>

/** A question for the first rows of an order. */
export type ListQuestion<S extends TableSchema, Parameters, Fact, Row> = SearchQuestion<
  S,
  Parameters,
  Found<Row>,
  Fact,
  Nothing,
  Nothing
>

/** Where the rows of a list are, and how they are shown. */
export interface Listed<S extends TableSchema, Fact, Row> {
  readonly table: S
  readonly index: string
  readonly rowOf: (row: RowOf<S>) => Row
  /** The row that a fact is shown as. */
  readonly rowOfFact: (fact: Fact) => Row
}

export interface ListParts<Parameters, Fact>
  extends Pick<Question<Parameters, unknown, Fact>, 'name' | 'persona' | 'planted' | 'draw'> {
  readonly clauses: (parameters: Parameters) => Clauses<Fact>
  readonly order: (parameters: Parameters) => ListOrder<Fact>
  readonly limit?: number
}

/** An order: as an index understands it, and as plain code. */
export interface ListOrder<Fact> {
  readonly sorter: Sorter
  readonly compare: (a: Fact, b: Fact) => number
}

/** The largest value of a field comes first. */
export const largestFirst = <Fact>(
  field: string,
  valueOf: (fact: Fact) => number,
): ListOrder<Fact> => ({
  sorter: sort.byField(field, 'DESC'),
  compare: (a, b) => valueOf(b) - valueOf(a),
})

/** Rows of one page of a list. */
export const PAGE_ROWS = 20

/** Makes questions for lists of one kind of rows. */
export const listsOf =
  <S extends TableSchema, Fact extends ById, Row>(listed: Listed<S, Fact, Row>) =>
  <Parameters>(parts: ListParts<Parameters, Fact>): ListQuestion<S, Parameters, Fact, Row> =>
    listQuestion(listed, parts)

function listQuestion<S extends TableSchema, Parameters, Fact extends ById, Row>(
  { table, index, rowOf, rowOfFact }: Listed<S, Fact, Row>,
  { clauses, order, limit = PAGE_ROWS, ...topic }: ListParts<Parameters, Fact>,
): ListQuestion<S, Parameters, Fact, Row> {
  return searchQuestion<S, Parameters, Found<Row>, Fact>({
    ...topic,
    table,
    index,
    clauses: (parameters) => queriesOf(clauses(parameters)),
    shape: (parameters) => ({ sort: [order(parameters).sorter], limit, count: true }),
    answerOf: ({ total = 0, rows }) => ({ total, rows: rows.map(rowOf) }),
    tally: (parameters) => {
      const { compare } = order(parameters)
      return tallyList({
        passes: passesAll(clauses(parameters)),
        compare: (a, b) => compare(a, b) || compareKeysOf(a, b),
        limit,
        rowOf: rowOfFact,
      })
    },
  })
}
