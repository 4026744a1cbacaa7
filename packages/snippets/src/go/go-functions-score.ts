import type { DecayFunction, FunctionsScoreQuery, Query, ScoreFunction } from '@rowhouse/protocol'
import { type Code, dotted } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { literal, struct } from './go-values.js'

type ShownAs = (query: Query) => Code

const call = (name: string, code: Code): Code => ({ open: `${name}(`, items: [code], close: ')' })

/** One call of a chain, if there is something to call it with. */
const present = (name: string, code: Code | undefined): Code[] =>
  code === undefined ? [] : [call(name, code)]

/** A score by several functions. */
export const functionsScore = (query: FunctionsScoreQuery, shown: ShownAs): Code =>
  dotted('search.NewFunctionsScoreQuery()', [
    call('SetQuery', shown(query.query)),
    ...query.functions.map((each) => call('AddFunction', scoreFunction(each, shown))),
    `SetScoreMode(search.SM_${query.scoreMode})`,
    `SetCombineMode(search.CM_${query.combineMode})`,
    ...present('SetMinScore', query.minScore?.toString()),
    ...present('SetMaxScore', query.maxScore?.toString()),
  ])

const scoreFunction = ({ score, weight, filter }: ScoreFunction, shown: ShownAs): Code =>
  dotted('search.NewScoreFunction()', [
    ...(score === undefined ? [] : [valueOf(score)]),
    ...(weight === 1 && score !== undefined ? [] : [`SetWeight(${weight})`]),
    ...present('SetFilter', filter && shown(filter)),
  ])

function valueOf(score: NonNullable<ScoreFunction['score']>): Code {
  switch (score.kind) {
    case 'random':
      return 'SetRandomFunction(search.NewRandomFunction())'
    case 'decay':
      return call('SetDecayFunction', decay(score))
    case 'fieldValue':
      return call(
        'SetFieldValueFactorFunction',
        dotted('search.NewFieldValueFactorFunction()', [
          `SetFieldName(${quoted(score.fieldName)})`,
          `SetFactor(${score.factor})`,
          `SetFunctionModifier(search.${score.modifier})`,
          ...present('SetMissing', score.missing?.toString()),
        ]),
      )
  }
}

const decay = (score: DecayFunction): Code =>
  dotted('search.NewDecayFunction()', [
    `SetFieldName(${quoted(score.fieldName)})`,
    call('SetDecayParam', parameter(score.parameter)),
    `SetMathFunction(search.${score.mathFunction})`,
    `SetDecay(${score.decay})`,
    `SetMultiValueMode(search.MVM_${score.multiValueMode})`,
  ])

function parameter(given: DecayFunction['parameter']): Code {
  switch (given.kind) {
    case 'date': {
      const { origin, scale, offset } = given
      return dotted('search.NewDecayFuncDateParam()', [
        typeof origin === 'string'
          ? `SetOriginString(${quoted(origin)})`
          : `SetOriginLong(${literal(origin)})`,
        call('SetScale', length(scale)),
        ...present('SetOffset', offset && length(offset)),
      ])
    }
    case 'numeric':
      return distances('Numeric', doubleText(given.origin), given)
    case 'geo':
      return distances('Geo', quoted(`${given.origin.lat},${given.origin.lon}`), given)
  }
}

const distances = (
  kind: 'Numeric' | 'Geo',
  origin: string,
  { scale, offset }: { readonly scale: number; readonly offset: number },
): Code =>
  dotted(`search.NewDecayFunc${kind}Param()`, [
    `SetOrigin(${origin})`,
    `SetScale(${doubleText(scale)})`,
    `SetOffset(${doubleText(offset)})`,
  ])

const length = (time: { readonly value: number; readonly unit: string }): Code =>
  struct('&model.DateTimeValue', {
    Value: `proto.Int32(${time.value})`,
    Unit: `model.DateTimeUnit_${time.unit}.Enum()`,
  })
