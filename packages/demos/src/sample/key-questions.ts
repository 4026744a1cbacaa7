import type { KeyOf, TableSchema } from '@rowhouse/client'
import { query } from '@rowhouse/client'
import type { ById } from './key-hash.js'
import type { Listed } from './list-question.js'
import type { Question } from './question.js'
import { type SearchQuestion, searchQuestion } from './search-question.js'
import type { Tally } from './tally.js'

type Nothing = Record<never, never>

export interface KeyQuestions<S extends TableSchema, Fact, Row> {
  readonly byKey: Question<ById, Row | undefined, Fact>
  readonly byIndex: SearchQuestion<S, ById, Row | undefined, Fact, Nothing, Nothing>
}

interface KeyParts<S extends TableSchema> {
  /** The questions are called `shop-by-key` and `shop-by-index`. */
  readonly noun: string
  readonly persona: string
  readonly planted: ById
  readonly keyOf: (id: string) => KeyOf<S>
  /** The field of the index that has the id. */
  readonly field: string
}

/** One row by its key, and the same row by the search index, to compare the two ways. */
export function keyQuestions<S extends TableSchema, Fact extends ById, Row>(
  { table, index, rowOf, rowOfFact }: Listed<S, Fact, Row>,
  { noun, persona, planted, keyOf, field }: KeyParts<S>,
): KeyQuestions<S, Fact, Row> {
  const shared = {
    persona,
    planted,
    draw: ({ id }: Fact): ById => ({ id }),
    tally: ({ id }: ById): Tally<Fact, Row | undefined> => {
      let found: Row | undefined
      return {
        add: (fact) => {
          if (fact.id === id) found = rowOfFact(fact)
        },
        answer: () => found,
      }
    },
  }
  return {
    byKey: {
      ...shared,
      name: `${noun}-by-key`,
      way: 'key',
      ask: async (client, { id }) => {
        const row = await client.table(table).get(keyOf(id))
        return row === undefined ? undefined : rowOf(row)
      },
      weakened: () => [],
    },
    byIndex: searchQuestion<S, ById, Row | undefined, Fact>({
      ...shared,
      name: `${noun}-by-index`,
      table,
      index,
      clauses: ({ id }) => ({ id: query.term(field, id) }),
      shape: () => ({ limit: 1 }),
      answerOf: ({ rows: [row] }) => (row === undefined ? undefined : rowOf(row)),
    }),
  }
}
