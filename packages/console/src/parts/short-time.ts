import { shortNumber } from './short-number.js'

const SECOND = 1000

/** A stretch of time with three digits, such as 12.5 ms or 3.2 s. */
export const shortTime = (milliseconds: number, language: string): string =>
  milliseconds < SECOND
    ? `${shortNumber(milliseconds, language)} ms`
    : `${shortNumber(milliseconds / SECOND, language)} s`
