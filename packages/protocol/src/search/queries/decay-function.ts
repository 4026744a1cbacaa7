import { errors } from '../../errors/registry.js'
import { type DateTimeUnit, type DateTimeValue, dateTimeValue } from '../date-time.js'
import { constant, defaulted, optional, required } from '../fields.js'
import { type GeoPoint, geoPointText } from '../geo-point.js'
import { checked, type MessageCodec, mapped, message } from '../message.js'
import { typedUnionField, unionMember } from '../tagged-union.js'
import { double, embedded, enumeration, int64, string } from '../wire.js'

/** Nanoseconds since the epoch, or text in the field's format. */
export interface DateDecay {
  readonly kind: 'date'
  readonly origin: bigint | string
  readonly scale: DateTimeValue
  readonly offset: DateTimeValue | undefined
}

export interface NumericDecay {
  readonly kind: 'numeric'
  readonly origin: number
  readonly scale: number
  readonly offset: number
}

/** `scale` and `offset` in metres. */
export interface GeoDecay {
  readonly kind: 'geo'
  readonly origin: GeoPoint
  readonly scale: number
  readonly offset: number
}

export type DecayParameter = DateDecay | NumericDecay | GeoDecay

/** The score is 1 within `offset` of the origin, and `decay` at the distance `offset + scale`. */
export interface DecayFunction {
  readonly kind: 'decay'
  readonly fieldName: string
  readonly mathFunction: 'GAUSS' | 'EXP' | 'LINEAR'
  readonly parameter: DecayParameter
  readonly decay: number
  readonly multiValueMode: 'MAX' | 'MIN' | 'SUM' | 'AVG'
}

const DECAY_DEFAULT = 0.5
const mathFunction = enumeration('decay.math_function', { GAUSS: 1, EXP: 2, LINEAR: 3 })
const multiValueMode = enumeration('decay.multi_value_mode', { MAX: 1, MIN: 2, SUM: 3, AVG: 4 })
const dateUnits: readonly DateTimeUnit[] = ['DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND']

interface DateWireForm {
  readonly long: bigint | undefined
  readonly text: string | undefined
  readonly scale: DateTimeValue
  readonly offset: DateTimeValue | undefined
}

const dateWireForm: MessageCodec<DateWireForm> = message({
  long: optional(1, int64),
  text: optional(2, string),
  scale: required(3, embedded(dateTimeValue), 'decay.scale'),
  offset: optional(4, embedded(dateTimeValue)),
})

const dateDecay: MessageCodec<DateDecay> = mapped(
  dateWireForm,
  ({ long, text, scale, offset }) => {
    const origin = long ?? text
    if (origin === undefined) throw errors.mustNotBeNull('decay.origin')
    checkDateTimes(scale, offset)
    return { kind: 'date', origin, scale, offset }
  },
  ({ origin, scale, offset }) => ({
    long: typeof origin === 'bigint' ? origin : undefined,
    text: typeof origin === 'string' ? origin : undefined,
    scale,
    offset,
  }),
)

/** The service's documentation allows no unit above DAY, a scale above 0 and an offset of at least 0. */
function checkDateTimes(scale: DateTimeValue, offset: DateTimeValue | undefined): void {
  checkScale(scale.value, offset?.value ?? 0)
  for (const unit of [scale.unit, offset?.unit ?? 'DAY']) {
    if (!dateUnits.includes(unit)) throw errors.invalidSearchParameter('decay.unit', unit)
  }
}

function checkScale(scale: number, offset: number): void {
  if (!(scale > 0)) throw errors.invalidSearchParameter('decay.scale', scale)
  if (!(offset >= 0)) throw errors.invalidSearchParameter('decay.offset', offset)
}

const numericForm: MessageCodec<NumericDecay> = message({
  kind: constant('numeric'),
  origin: required(1, double, 'decay.origin'),
  scale: required(2, double, 'decay.scale'),
  offset: defaulted(3, double, 0),
})

const geoForm: MessageCodec<GeoDecay> = message({
  kind: constant('geo'),
  origin: required(1, geoPointText('decay.origin'), 'decay.origin'),
  scale: required(2, double, 'decay.scale'),
  offset: defaulted(3, double, 0),
})

const numericDecay = checked(numericForm, ({ scale, offset }) => checkScale(scale, offset))
const geoDecay = checked(geoForm, ({ scale, offset }) => checkScale(scale, offset))

const form: MessageCodec<DecayFunction> = message({
  kind: constant('decay'),
  fieldName: required(1, string, 'decay.field_name'),
  mathFunction: defaulted(2, mathFunction, 'GAUSS'),
  parameter: typedUnionField<DecayParameter>('decay.param_type', 3, [
    unionMember(1, 'date', dateDecay),
    unionMember(2, 'numeric', numericDecay),
    unionMember(3, 'geo', geoDecay),
  ]),
  decay: defaulted(5, double, DECAY_DEFAULT),
  multiValueMode: defaulted(6, multiValueMode, 'MIN'),
})

export const decayFunction = checked(form, ({ decay }) => {
  if (!(decay > 0 && decay < 1)) throw errors.invalidSearchParameter('decay.decay', decay)
})
