/** The number of clauses that a minimum asks for: a number, a percentage, or conditions of them. */
export function naiveMinimum(minimum: number | string, clauses: number): number {
  if (typeof minimum === 'number') return Math.max(0, minimum < 0 ? clauses + minimum : minimum)
  const conditions = minimum
    .trim()
    .split(/\s+/)
    .map((condition) => /^(?:(\d+)<)?(.+)$/.exec(condition))
  const holding = conditions
    .filter((condition) => clauses > Number(condition?.[1] ?? -1))
    .toSorted((a, b) => Number(a?.[1] ?? -1) - Number(b?.[1] ?? -1))
    .at(-1)
  if (holding === undefined) return clauses
  const value = holding?.[2] ?? ''
  if (!value.endsWith('%')) return naiveMinimum(Number(value), clauses)
  const share = Number(value.slice(0, -1)) / 100
  const part = Math.floor(Math.abs(share) * clauses)
  return share < 0 ? clauses - part : part
}
