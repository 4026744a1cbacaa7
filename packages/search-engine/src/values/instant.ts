/**
 * A point in time, reused for each row: whole seconds since the epoch and nanoseconds. A date is an
 * int64 of nanoseconds, which no number holds, and a BigInt per row would be too slow.
 */
export interface Instant {
  seconds: number
  nanos: number
}

export const createInstant = (): Instant => ({ seconds: 0, nanos: 0 })

/** 2262-04-11 23:47:16.854775807, where int64 nanoseconds end. The service takes nothing before 1970. */
const LAST_SECOND = 9_223_372_036
const LAST_NANOS = 854_775_807

export const NANOS_PER_SECOND = 1_000_000_000

export const isInRange = ({ seconds, nanos }: Instant): boolean =>
  seconds >= 0 && (seconds < LAST_SECOND || (seconds === LAST_SECOND && nanos <= LAST_NANOS))

export const nanosecondsOf = ({ seconds, nanos }: Instant): bigint =>
  BigInt(seconds) * 1_000_000_000n + BigInt(nanos)

export const setNanoseconds = (instant: Instant, nanoseconds: bigint): void => {
  const seconds = nanoseconds / 1_000_000_000n
  const rest = nanoseconds % 1_000_000_000n
  instant.seconds = Number(rest < 0n ? seconds - 1n : seconds)
  instant.nanos = Number(rest < 0n ? rest + 1_000_000_000n : rest)
}

const TWO_32 = 2 ** 32
const TWO_16 = 2 ** 16

/**
 * Writes the nanoseconds of an instant in range as two halves of an int64, in numbers alone: the
 * product is taken in parts of 16 bits, each of them exact.
 */
export const writeNanoseconds = (
  instant: Instant,
  highs: Int32Array,
  lows: Uint32Array,
  at: number,
): void => {
  const { seconds, nanos } = instant
  // Remainders by subtraction: the operator for them is slow for what is no int32.
  const upperSeconds = Math.floor(seconds / TWO_16)
  const lowerSeconds = seconds - upperSeconds * TWO_16
  const upper = upperSeconds * NANOS_PER_SECOND
  const upperHigh = Math.floor(upper / TWO_16)
  const low = (upper - upperHigh * TWO_16) * TWO_16 + lowerSeconds * NANOS_PER_SECOND + nanos
  const carry = Math.floor(low / TWO_32)
  highs[at] = upperHigh + carry
  lows[at] = low - carry * TWO_32
}

const MILLIS_OF_HIGH = 4294
const NANOS_OF_HIGH_LEFT = 967_296

/** Milliseconds of int64 nanoseconds given as halves, rounded down; exact from 1970 on. */
export const millisOfNanoseconds = (high: number, low: number): number =>
  high * MILLIS_OF_HIGH + Math.floor((high * NANOS_OF_HIGH_LEFT + low) / 1_000_000)
