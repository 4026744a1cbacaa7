import { required } from './fields.js'
import { type MessageCodec, message } from './message.js'
import { enumeration, int32 } from './wire.js'

export type DateTimeUnit =
  | 'YEAR'
  | 'QUARTER_YEAR'
  | 'MONTH'
  | 'WEEK'
  | 'DAY'
  | 'HOUR'
  | 'MINUTE'
  | 'SECOND'
  | 'MILLISECOND'

/** A length of time, such as 2 DAY. */
export interface DateTimeValue {
  readonly value: number
  readonly unit: DateTimeUnit
}

const units: Readonly<Record<DateTimeUnit, number>> = {
  YEAR: 1,
  QUARTER_YEAR: 2,
  MONTH: 3,
  WEEK: 4,
  DAY: 5,
  HOUR: 6,
  MINUTE: 7,
  SECOND: 8,
  MILLISECOND: 9,
}

export const dateTimeValue: MessageCodec<DateTimeValue> = message({
  value: required(1, int32, 'date_time_value.value'),
  unit: required(2, enumeration('date_time_value.unit', units), 'date_time_value.unit'),
})
