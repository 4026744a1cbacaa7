interface Whole {
  toNumber(): number
  toString(): string
}

/** This SDK has two classes for 64-bit numbers; both have this method. */
const isWhole = (value: object): value is Whole => 'toNumber' in value

/** A decoded reply as plain values that can be compared, without members that were not sent. */
export const plainly = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  if (isWhole(value)) return BigInt(value.toString())
  if (Array.isArray(value)) return value.map(plainly)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainly(member)]))
}
