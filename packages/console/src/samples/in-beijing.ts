/** The samples live in Beijing; a month of them begins at midnight there. */
export const inBeijing = (
  time: number | bigint,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  new Date(Number(time)).toLocaleString(language, { ...options, timeZone: 'Asia/Shanghai' })

export const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const
