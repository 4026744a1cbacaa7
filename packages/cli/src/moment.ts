const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * The milliseconds since the epoch of a time such as 2026-01-31T12:00:00.000Z, or undefined. The zone is
 * required, because a restore that is an hour off is wrong. 30 February is refused, because JavaScript
 * reads it as a day in March.
 */
export function parseMoment(text: string): number | undefined {
  const [, year, month, day] = TIME.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCDate() !== Number(day)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
