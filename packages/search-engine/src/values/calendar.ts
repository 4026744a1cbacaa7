/** Days of the proleptic Gregorian calendar, counted from 1970-01-01; months from 1. */

export const SECONDS_PER_DAY = 86_400

/** Counts years from March, so that the leap day is the last of its year; 400 years repeat. */
export const daysOf = (year: number, month: number, day: number): number => {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  // None of these is negative, so cutting off is rounding down, and quicker.
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1
  const leapDays = ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0)
  const dayOfEra = yearOfEra * 365 + leapDays + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

export const calendarDayOf = (days: number): CalendarDay => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const leapDaysBefore = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - (365 * yearOfEra + leapDaysBefore)
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

export const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Months since January 1970. */
export const monthsOf = (days: number): number => {
  const { year, month } = calendarDayOf(days)
  return (year - 1970) * 12 + month - 1
}

export const daysOfMonths = (months: number): number => {
  const year = Math.floor(months / 12)
  return daysOf(1970 + year, months - year * 12 + 1, 1)
}
