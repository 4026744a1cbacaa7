import type {
  DecayFunction,
  DecayParameter,
  FunctionsScoreQuery,
  Query,
  ScoreFunction,
} from '@rowhouse/protocol'
import { type Code, chain } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { call, literal, present } from './java-values.js'

type ShownAs = (query: Query) => Code

/** A score by several functions; `built` shows a query that is built. */
export const functionsScore = (query: FunctionsScoreQuery, built: ShownAs): Code =>
  chain('QueryBuilders.functionsScore()', [
    call('query', [built(query.query)]),
    ...query.functions.map((each) => call('addFunction', [scoreFunction(each, built)])),
    call('scoreMode', [`FunctionsScoreQuery.ScoreMode.${query.scoreMode}`]),
    call('combineMode', [`FunctionsScoreQuery.CombineMode.${query.combineMode}`]),
    ...present('minScore', query.minScore === undefined ? undefined : `${query.minScore}f`),
    ...present('maxScore', query.maxScore === undefined ? undefined : `${query.maxScore}f`),
  ])

const scoreFunction = ({ score, weight, filter }: ScoreFunction, built: ShownAs): Code =>
  chain('ScoreFunction.newBuilder()', [
    ...(score === undefined ? [] : [valueOf(score)]),
    ...(weight === 1 && score !== undefined ? [] : [call('weight', [`${weight}f`])]),
    ...present('filter', filter && built(filter)),
    '.build()',
  ])

function valueOf(score: NonNullable<ScoreFunction['score']>): Code {
  switch (score.kind) {
    case 'random':
      return call('randomFunction', ['new RandomFunction()'])
    case 'decay':
      return call('decayFunction', [decay(score)])
    case 'fieldValue': {
      const { fieldName, factor, modifier, missing } = score
      const made = chain('FieldValueFactorFunction.newBuilder()', [
        call('fieldName', [quoted(fieldName)]),
        call('factor', [`${factor}f`]),
        call('modifier', [`FieldValueFactorFunction.FunctionModifier.${modifier}`]),
        ...present('missing', missing === undefined ? undefined : doubleText(missing)),
        '.build()',
      ])
      return call('fieldValueFactorFunction', [made])
    }
  }
}

const decay = (given: DecayFunction): Code =>
  chain('DecayFunction.newBuilder()', [
    call('fieldName', [quoted(given.fieldName)]),
    call('decayParam', [parameter(given.parameter)]),
    call('mathFunction', [`DecayFunction.MathFunction.${given.mathFunction}`]),
    call('decay', [doubleText(given.decay)]),
    call('multiValueMode', [`MultiValueMode.${given.multiValueMode}`]),
    '.build()',
  ])

function parameter(given: DecayParameter): Code {
  switch (given.kind) {
    case 'date': {
      const { origin, scale, offset } = given
      return chain('DecayFuncDateParam.newBuilder()', [
        call(typeof origin === 'bigint' ? 'originLong' : 'originString', [literal(origin)]),
        call('scale', [String(scale.value), `DateTimeUnit.${scale.unit}`]),
        ...(offset ? [call('offset', [String(offset.value), `DateTimeUnit.${offset.unit}`])] : []),
        '.build()',
      ])
    }
    case 'numeric':
      return distances('DecayFuncNumericParam', doubleText(given.origin), given)
    case 'geo': {
      const { lat, lon } = given.origin
      return distances('DecayFuncGeoParam', quoted(`${lat},${lon}`), given)
    }
  }
}

const distances = (
  name: string,
  origin: string,
  { scale, offset }: { readonly scale: number; readonly offset: number },
): Code =>
  chain(`${name}.newBuilder()`, [
    call('origin', [origin]),
    call('scale', [doubleText(scale)]),
    call('offset', [doubleText(offset)]),
    '.build()',
  ])
