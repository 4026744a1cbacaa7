import { expectDefined } from '@rowhouse/platform'

/** A month, counted from January of the year 0, so that months can be added and compared as numbers. */
export type Month = number

export const monthOf = (year: number, month: number): Month => year * 12 + month - 1

export const yearOf = (month: Month): number => Math.floor(month / 12)

/** 01 to 12. */
export const digitsOf = (month: Month): string => String((month % 12) + 1).padStart(2, '0')

/** Such as 2026-11. */
export const nameOfMonth = (month: Month): string => `${yearOf(month)}-${digitsOf(month)}`

/** Undefined when the text is not a month such as 2026-11. */
export function parseMonth(text: string): Month | undefined {
  const found = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  return found === null ? undefined : monthOf(Number(found[1]), Number(found[2]))
}

/** In every time zone, days begin at multiples of this time. */
const PIECE_MS = 15 * 60_000

/** The months of a time zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat
  #piece = Number.NaN
  #month: Month = 0

  /** Throws RangeError for an unknown time zone. */
  constructor(timeZone: string) {
    const options = { timeZone, calendar: 'gregory', year: 'numeric', month: 'numeric' } as const
    this.#format = new Intl.DateTimeFormat('en-US', options)
  }

  /** The month of a moment, in milliseconds since the epoch. */
  monthAt(moment: number): Month {
    const piece = Math.floor(moment / PIECE_MS)
    if (piece !== this.#piece) {
      this.#month = this.#read(moment)
      this.#piece = piece
    }
    return this.#month
  }

  #read(moment: number): Month {
    const parts = this.#format.formatToParts(moment)
    const part = (type: string): number => {
      const found = parts.find((one) => one.type === type)
      return Number(expectDefined(found, 'the format has a year and a month').value)
    }
    return monthOf(part('year'), part('month'))
  }
}
