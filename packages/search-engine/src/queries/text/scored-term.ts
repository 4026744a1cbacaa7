import type { FieldLayout } from '../../schema/index-layout.js'
import { bm25Weight, inverseFrequency } from '../../scoring/bm25.js'
import type { TextField } from '../../segments/field-reader.js'
import type { Scorer } from '../doc-set.js'
import type { Query, SearchContext, Weight } from '../query.js'
import { chainOf, type QueryScope } from '../scope.js'
import { ordinalsQuery } from '../terms/ordinals-query.js'
import { fieldStatistics, termField } from './statistics.js'
import { lengthsOf, TermWalk } from './term-walk.js'

/** Documents with a term, scored by BM25. */
export function scoredTerm(
  scope: QueryScope,
  field: FieldLayout,
  term: Uint8Array,
  boost: number,
): Query {
  const chain = chainOf(scope.layout, scope.level.path)
  return {
    weight: (context) =>
      context.scores
        ? scoredWeight(context, { fieldName: field.name, chain, term, boost })
        : unscored(field.name, term, 1).weight(context),
  }
}

function unscored(fieldName: string, term: Uint8Array, constant: number): Query {
  return ordinalsQuery(
    fieldName,
    (terms) => {
      const ordinal = terms.find(term)
      return { kind: 'span', span: { from: ordinal, to: ordinal < 0 ? ordinal : ordinal + 1 } }
    },
    constant,
  )
}

interface TermAsked {
  readonly fieldName: string
  readonly chain: readonly string[]
  readonly term: Uint8Array
  readonly boost: number
}

function scoredWeight(context: SearchContext, asked: TermAsked): Weight {
  const { fieldName, chain, term, boost } = asked
  const { documents, averageLength, documentsWith } = fieldStatistics(context, chain, fieldName)
  const found = documentsWith(term)
  // A whole value occurs once in its field, and its length is not informative.
  const constant = boost * inverseFrequency(documents, found)
  const plain = unscored(fieldName, term, constant).weight(context)
  const weight = bm25Weight(documents, found, boost)
  return {
    ...plain,
    scorer: (view, level) => {
      const field = termField(level.field(fieldName))
      if (field?.kind !== 'text') return plain.scorer(view, level)
      return textScorer(field, term, weight, averageLength)
    },
  }
}

function textScorer(
  field: TextField,
  term: Uint8Array,
  weight: number,
  averageLength: number,
): Scorer | undefined {
  const ordinal = field.terms.find(term)
  if (ordinal < 0) return undefined
  const cursor = field.postings.cursor(ordinal, { frequencies: true, positions: false })
  return new TermWalk(cursor, { weight, averageLength, ...lengthsOf(field) })
}
