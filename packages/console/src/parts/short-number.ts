const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** A size with three digits, such as 1.24 MB. */
export function shortBytes(bytes: number, language: string): string {
  let [size, unit] = [bytes, 0]
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${shortNumber(size, language)} ${UNITS[unit]}`
}

/** At most three digits, or all digits of a larger number. */
export const shortNumber = (value: number, language: string): string =>
  value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
