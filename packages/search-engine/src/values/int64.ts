export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** The nearest integer of 64 bits. */
export const toInt64 = (value: bigint): bigint => {
  if (value > INT64_MAX) return INT64_MAX
  return value < INT64_MIN ? INT64_MIN : value
}
