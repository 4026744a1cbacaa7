import { limits } from '../../limits.js'
import { constant, defaulted, optional, repeated, required } from '../fields.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { double, embedded, enumeration, float, string } from '../wire.js'
import { type DecayFunction, decayFunction } from './decay-function.js'
import type { Query } from './query-message.js'

export type FieldValueModifier =
  | 'NONE'
  | 'LOG'
  | 'LOG1P'
  | 'LOG2P'
  | 'LN'
  | 'LN1P'
  | 'LN2P'
  | 'SQUARE'
  | 'SQRT'
  | 'RECIPROCAL'

/** modifier(factor * value of the field), logarithms to base 10 and e. */
export interface FieldValueFunction {
  readonly kind: 'fieldValue'
  readonly fieldName: string
  readonly factor: number
  readonly modifier: FieldValueModifier
  readonly missing: number | undefined
}

export interface RandomFunction {
  readonly kind: 'random'
}

/** Applies to the rows that match the filter. Without `score` its value is the weight. */
export interface ScoreFunction {
  readonly score: FieldValueFunction | DecayFunction | RandomFunction | undefined
  readonly weight: number
  readonly filter: Query | undefined
}

export interface FunctionsScoreQuery {
  readonly kind: 'functionsScore'
  readonly query: Query
  readonly functions: readonly ScoreFunction[]
  /** How the functions' scores are combined. */
  readonly scoreMode: 'AVG' | 'MAX' | 'SUM' | 'MIN' | 'MULTIPLY' | 'FIRST'
  /** How the functions' combined score and the query's are combined. */
  readonly combineMode: 'MULTIPLY' | 'AVG' | 'MAX' | 'SUM' | 'MIN' | 'REPLACE'
  readonly minScore: number | undefined
  readonly maxScore: number | undefined
}

const modifiers: Readonly<Record<FieldValueModifier, number>> = {
  NONE: 1,
  LOG: 2,
  LOG1P: 3,
  LOG2P: 4,
  LN: 5,
  LN1P: 6,
  LN2P: 7,
  SQUARE: 8,
  SQRT: 9,
  RECIPROCAL: 10,
}

const scoreMode = enumeration('functions_score_query.score_mode', {
  AVG: 1,
  MAX: 2,
  SUM: 3,
  MIN: 4,
  MULTIPLY: 5,
  FIRST: 6,
})

const combineMode = enumeration('functions_score_query.combine_mode', {
  MULTIPLY: 1,
  AVG: 2,
  MAX: 3,
  SUM: 4,
  MIN: 5,
  REPLACE: 6,
})

const fieldValueFunction: MessageCodec<FieldValueFunction> = message({
  kind: constant('fieldValue'),
  fieldName: required(1, string, 'field_value_factor.field_name'),
  factor: defaulted(2, float, 1),
  modifier: defaulted(3, enumeration('field_value_factor.modifier', modifiers), 'NONE'),
  missing: optional(4, double),
})

const randomFunction: MessageCodec<RandomFunction> = message({ kind: constant('random') })

interface FunctionWireForm {
  readonly fieldValue: FieldValueFunction | undefined
  readonly random: RandomFunction | undefined
  readonly decay: DecayFunction | undefined
  readonly weight: number
  readonly filter: Query | undefined
}

function scoreFunctionOf(query: MessageCodec<Query>): MessageCodec<ScoreFunction> {
  const form: MessageCodec<FunctionWireForm> = message({
    fieldValue: optional(1, embedded(fieldValueFunction)),
    random: optional(2, embedded(randomFunction)),
    decay: optional(3, embedded(decayFunction)),
    weight: defaulted(4, float, 1),
    filter: optional(5, embedded(query)),
  })
  return mapped(
    form,
    ({ fieldValue, random, decay, weight, filter }) => ({
      score: fieldValue ?? random ?? decay,
      weight,
      filter,
    }),
    ({ score, weight, filter }) => ({
      fieldValue: score?.kind === 'fieldValue' ? score : undefined,
      random: score?.kind === 'random' ? score : undefined,
      decay: score?.kind === 'decay' ? score : undefined,
      weight,
      filter,
    }),
  )
}

export function functionsScoreQueryOf(
  query: MessageCodec<Query>,
): MessageCodec<FunctionsScoreQuery> {
  return message({
    kind: constant('functionsScore'),
    query: required(1, embedded(query), 'functions_score_query.query'),
    functions: repeated(2, embedded(scoreFunctionOf(query)), {
      max: limits.SEARCH_FUNCTIONS_MAX,
      name: 'functions_score_query.functions',
    }),
    // The first value of each enum, which is the schema's default.
    scoreMode: defaulted(3, scoreMode, 'AVG'),
    combineMode: defaulted(4, combineMode, 'MULTIPLY'),
    minScore: optional(5, float),
    maxScore: optional(6, float),
  })
}
