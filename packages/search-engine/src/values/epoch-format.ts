import { type Instant, isInRange, setNanoseconds } from './instant.js'

/** Formats of INTEGER columns, with their unit in nanoseconds. */
export const EPOCH_UNITS = {
  epoch_second: 1_000_000_000n,
  epoch_millis: 1_000_000n,
  epoch_micros: 1000n,
  epoch_nanos: 1n,
} as const

export type EpochFormat = keyof typeof EPOCH_UNITS

export const isEpochFormat = (format: string): format is EpochFormat =>
  Object.hasOwn(EPOCH_UNITS, format)

/** False if the number is no date. */
export const readEpoch = (format: EpochFormat, value: bigint, instant: Instant): boolean => {
  setNanoseconds(instant, value * EPOCH_UNITS[format])
  return isInRange(instant)
}

const INTEGER = /^-?\d{1,19}$/

/** The same of a number as text, as a bound in a query may be. */
export const readEpochText = (format: EpochFormat, text: string, instant: Instant): boolean =>
  INTEGER.test(text) && readEpoch(format, BigInt(text), instant)

/** In the format's unit, rounded down. */
export const formatEpoch = (format: EpochFormat, nanoseconds: bigint): bigint =>
  nanoseconds / EPOCH_UNITS[format]
