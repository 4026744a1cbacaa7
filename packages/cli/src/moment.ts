const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since the epoch of a time such as 2026-01-31T12:00:00.000Z, or undefined. It says its zone: an
 * hour off would be a wrong restore. Nor does 30 February become a day in March.
 */
export function parseMoment(text: string): number | undefined {
  const [, year, month, day] = TIME.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCDate() !== Number(day)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
