import { type EpochFormat, isEpochFormat, readEpoch, readEpochText } from './epoch-format.js'
import type { Instant } from './instant.js'
import { type DateParser, compileDateParser } from './parse-date.js'

/** The formats of one DATE field, ready to read its column and the bounds of queries. */
export interface DateFormats {
  /** A cell of an INTEGER column: the first epoch format whose range holds it. */
  readonly readNumber: (value: bigint, instant: Instant) => boolean
  /** A cell of a STRING column, or a bound in a query: the first format that fits. */
  readonly readText: DateParser
}

/** Undefined if one of the formats is invalid. */
export const compileDateFormats = (formats: readonly string[]): DateFormats | undefined => {
  const epochs: EpochFormat[] = formats.filter(isEpochFormat)
  const parsers: DateParser[] = []
  for (const format of formats) {
    const parser = isEpochFormat(format) ? epochParser(format) : compileDateParser(format)
    if (parser === undefined) return undefined
    parsers.push(parser)
  }
  return {
    readNumber: (value, instant) => epochs.some((format) => readEpoch(format, value, instant)),
    readText: (text, instant) => {
      for (const parser of parsers) if (parser(text, instant)) return true
      return false
    },
  }
}

const epochParser =
  (format: EpochFormat): DateParser =>
  (text, instant) =>
    readEpochText(format, text, instant)
