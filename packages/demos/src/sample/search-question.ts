import {
  type Client,
  type SearchOptions,
  type SearchResult,
  type TableSchema,
  query,
} from '@rowhouse/client'
import type { Grouping, MetricAggregation, Query } from '@rowhouse/protocol'
import type { Question } from './question.js'

type Metrics = Readonly<Record<string, MetricAggregation>>
type Groups = Readonly<Record<string, Grouping>>

/**
 * A question that one search answers: a request is made from its parameters, and its answer from the
 * reply.
 */
export interface SearchQuestion<
  S extends TableSchema,
  Parameters,
  Answer,
  Fact,
  M extends Metrics,
  G extends Groups,
> extends Question<Parameters, Answer, Fact> {
  readonly table: S
  readonly index: string
  readonly request: (parameters: Parameters) => SearchOptions<S, M, G>
  readonly answerOf: (result: SearchResult<S, M, G>) => Answer
}

export type SearchQuestionParts<
  S extends TableSchema,
  Parameters,
  Answer,
  Fact,
  M extends Metrics,
  G extends Groups,
> = Pick<
  SearchQuestion<S, Parameters, Answer, Fact, M, G>,
  'name' | 'persona' | 'table' | 'index' | 'planted' | 'draw' | 'tally' | 'answerOf'
> & {
  /** What a row must be, clause by clause. */
  readonly clauses: (parameters: Parameters) => Readonly<Record<string, Query>>
  /** The rest of the search: its order, page, aggregations and groups. */
  readonly shape: (parameters: Parameters) => Omit<SearchOptions<S, M, G>, 'query'>
}

export function searchQuestion<
  S extends TableSchema,
  Parameters,
  Answer,
  Fact,
  M extends Metrics = Record<never, never>,
  G extends Groups = Record<never, never>,
>(
  parts: SearchQuestionParts<S, Parameters, Answer, Fact, M, G>,
): SearchQuestion<S, Parameters, Answer, Fact, M, G> {
  const { clauses, shape, answerOf, ...rest } = parts
  const withClauses = (parameters: Parameters, must: readonly Query[]): SearchOptions<S, M, G> => ({
    ...shape(parameters),
    query: must.length === 0 ? query.matchAll() : query.bool({ must }),
  })
  const search = async (client: Client, parameters: Parameters, must: readonly Query[]) => {
    const index = client.table(parts.table).index(parts.index)
    return answerOf(await index.search(withClauses(parameters, must)))
  }
  return {
    ...rest,
    way: shape(parts.planted).limit === 0 ? 'statistics' : 'list',
    answerOf,
    request: (parameters) => withClauses(parameters, Object.values(clauses(parameters))),
    ask: (client, parameters) => search(client, parameters, Object.values(clauses(parameters))),
    weakened: (parameters) => {
      const all = Object.entries(clauses(parameters))
      return all.map(([clause]) => {
        const others = all.filter(([other]) => other !== clause).map(([, part]) => part)
        return { clause, ask: (client) => search(client, parameters, others) }
      })
    },
  }
}
