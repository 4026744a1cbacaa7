import type { DecayFunction, FunctionsScoreQuery, Query, ScoreFunction } from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { object, text, value } from './node-values.js'

type Members = Readonly<Record<string, Code | undefined>>
type ShownAs = (query: Query) => Code

/** The members of a score by several functions. */
export const functionsScore = (query: FunctionsScoreQuery, shown: ShownAs): Members => ({
  query: shown(query.query),
  functions: group(
    '[',
    query.functions.map((each) => scoreFunction(each, shown)),
    ']',
  ),
  scoreMode: `TableStore.FSMScoreMode.FSM_${query.scoreMode}`,
  combineMode: `TableStore.FSMCombineMode.FCM_${query.combineMode}`,
  minScore: text(query.minScore),
  maxScore: text(query.maxScore),
})

const scoreFunction = ({ score, weight, filter }: ScoreFunction, shown: ShownAs): Code =>
  object({
    fieldValueFactorFunction:
      score?.kind === 'fieldValue'
        ? object({
            fieldName: quoted(score.fieldName),
            factor: String(score.factor),
            modifier: `TableStore.FunctionModifier.FM_${score.modifier}`,
            missing: text(score.missing),
          })
        : undefined,
    decayFunction: score?.kind === 'decay' ? decay(score) : undefined,
    randomFunction: score?.kind === 'random' ? '{}' : undefined,
    weight: weight === 1 && score !== undefined ? undefined : String(weight),
    filter: filter && shown(filter),
  })

const PARAMETERS = { date: 'DATE', numeric: 'NUMERIC', geo: 'GEO' } as const

const decay = ({ parameter, ...given }: DecayFunction): Code =>
  object({
    fieldName: quoted(given.fieldName),
    mathFunction: `TableStore.MathFunction.${given.mathFunction}`,
    decayParamType: `TableStore.DecayFuncParamType.DF_${PARAMETERS[parameter.kind]}_PARAM`,
    decayParam: object(decayParam(parameter)),
    decay: String(given.decay),
    multiValueMode: `TableStore.MultiValueMode.MVM_${given.multiValueMode}`,
  })

function decayParam(given: DecayFunction['parameter']): Members {
  if (given.kind === 'date') {
    const { origin, scale, offset } = given
    return {
      [typeof origin === 'string' ? 'originString' : 'originLong']: value(origin),
      scale: length(scale),
      offset: offset && length(offset),
    }
  }
  const { scale, offset } = given
  const origin =
    given.kind === 'numeric'
      ? String(given.origin)
      : quoted(`${given.origin.lat},${given.origin.lon}`)
  return { origin, scale: String(scale), offset: String(offset) }
}

const length = (given: { readonly value: number; readonly unit: string }): Code =>
  object({ value: String(given.value), unit: `TableStore.DateTimeUnit.${given.unit}` })
