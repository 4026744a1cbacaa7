const DIGIT_0 = 0x30

/**
 * `x-ots-date` as milliseconds since the epoch, or undefined when it does not have the form
 * YYYY-MM-DDTHH:MM:SS.f…Z. The fraction has three to six digits and is ignored, because the Go SDK prints
 * month, day and hour there.
 */
export function parseRequestDate(text: string): number | undefined {
  if (text.length < 24 || text.length > 27) return undefined
  if (!hasSeparators(text)) return undefined
  for (let index = 20; index < text.length - 1; index++) {
    if (!isDigit(text, index)) return undefined
  }
  const year = number(text, 0, 4)
  const month = number(text, 5, 7)
  const day = number(text, 8, 10)
  const hour = number(text, 11, 13)
  const minute = number(text, 14, 16)
  const second = number(text, 17, 19)
  if (year < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined
  if (month < 1 || month > 12 || second < 0 || second > 59) return undefined
  if (day < 1 || day > daysIn(year, month)) return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function hasSeparators(text: string): boolean {
  return (
    text[4] === '-' &&
    text[7] === '-' &&
    text[10] === 'T' &&
    text[13] === ':' &&
    text[16] === ':' &&
    text[19] === '.' &&
    text[text.length - 1] === 'Z'
  )
}

function isDigit(text: string, index: number): boolean {
  const digit = text.charCodeAt(index) - DIGIT_0
  return digit >= 0 && digit <= 9
}

/** The decimal number at [start, end), or -1. */
function number(text: string, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) {
    if (!isDigit(text, index)) return -1
    value = value * 10 + text.charCodeAt(index) - DIGIT_0
  }
  return value
}
