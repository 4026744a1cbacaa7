const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A moment by how long ago it was, such as "3 minutes ago"; within the last minute, as "now". */
export function pastTime(at: number, now: number, language: string): string {
  const ago = Math.max(0, now - at)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, length] of UNITS) {
    if (ago >= length) return format.format(-Math.floor(ago / length), unit)
  }
  return format.format(0, 'second')
}
