interface Whole {
  toNumber(): number
  toString(): string
}

/** 64-bit numbers are objects of two kinds in this SDK; both have this method. */
const isWhole = (value: object): value is Whole => 'toNumber' in value

/** What the SDK decoded, as plain values that can be compared; what was not sent is left out. */
export const plainly = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  if (isWhole(value)) return BigInt(value.toString())
  if (Array.isArray(value)) return value.map(plainly)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainly(member)]))
}
