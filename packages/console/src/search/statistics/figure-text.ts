const DIGITS = 6

/** Aggregations are answered as doubles, which tell integers apart up to here. */
export const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** A figure in the reader's language; one that may be rounded says so. */
export function figureText(value: number, language: string): string {
  const text = value.toLocaleString(language, { maximumFractionDigits: DIGITS })
  return isExact(value) ? text : `≈ ${text}`
}
