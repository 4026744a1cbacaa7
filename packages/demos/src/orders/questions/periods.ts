import { BEIJING_OFFSET_MS, DAY_MS, monthBegin } from '../../generate/beijing-calendar.js'
import { AS_OF } from '../rows/order-times.js'
import type { Period } from './clauses.js'

export const LAST_YEAR: Period = { from: AS_OF - 365 * DAY_MS, to: AS_OF }

/** The month that ended when the set was closed. */
export const LAST_MONTH: Period = { from: monthBegin(AS_OF, -1), to: AS_OF }

/** The month of a time, in Beijing. */
export const monthOf = (time: number): Period => ({
  from: monthBegin(time),
  to: monthBegin(time, 1),
})

/** The day of a time, in Beijing. */
export const dayOf = (time: number): Period => {
  const from = Math.floor((time + BEIJING_OFFSET_MS) / DAY_MS) * DAY_MS - BEIJING_OFFSET_MS
  return { from, to: from + DAY_MS }
}

/** Half a year on each side of a time. */
export const yearAround = (time: number): Period => ({
  from: time - 182 * DAY_MS,
  to: time + 183 * DAY_MS,
})
