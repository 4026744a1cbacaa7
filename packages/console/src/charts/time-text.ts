/** The time of day with seconds. */
export const clockTime = (time: number | undefined, language: string): string =>
  time === undefined ? '' : new Date(time).toLocaleTimeString(language, { hour12: false })
