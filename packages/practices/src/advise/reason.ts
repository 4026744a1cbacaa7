import { counted, nounFor } from '@rowhouse/platform/counted'
import { bytesText, countText, percentText } from './figure-texts.js'

/** The use of the partitions that a load can make. */
interface Use {
  /** Of all partitions' throughput, from 0 to 1. */
  readonly share: number
  readonly partitions: number
  readonly rowsPerSecond: number
}

interface Grown {
  readonly bytes: number
  readonly days: number
}

/** What each reason says, in figures. Shares are of rows, from 0 to 1. */
interface FiguresOf {
  readonly missing: { readonly share: number }
  readonly longKey: { readonly bytes: number }
  readonly oneValue: object
  readonly noDivision: {
    readonly column: string
    readonly share: number
    readonly others: readonly string[]
  }
  readonly moving: { readonly share: number }
  readonly counting: { readonly column: string; readonly within: string }
  readonly fewValues: { readonly values: number }
  readonly largest: { readonly share: number }
  readonly atMoments: { readonly share: number }
  readonly use: Use
  readonly spread: Use & { readonly values: number }
  readonly grown: Grown
  readonly tooLarge: Grown & { readonly advised: number }
  readonly tooHot: { readonly rowsPerSecond: number; readonly served: number }
  readonly notNeeded: { readonly column: string }
  readonly noRanges: object
}

type Code = keyof FiguresOf

/** Why a key is good or bad: what was found, and its figures. */
export type Reason<Of extends Code = Code> = {
  readonly [One in Of]: { readonly code: One } & FiguresOf[One]
}[Of]

/** The reasons as sentences of one language. */
export type ReasonTexts = { readonly [One in Code]: (figures: FiguresOf[One]) => string }

const useText = ({ share, partitions, rowsPerSecond }: Use): string =>
  `the load can use ${percentText(share)} of ${counted(partitions, 'partition')}, ${countText(rowsPerSecond)} rows a second`

const grownText = ({ bytes, days }: Grown): string =>
  `the largest value has ${bytesText(bytes)} after ${counted(days, 'day')}`

/** For commands and for pages, which have them in other languages as well. */
export const englishReasons: ReasonTexts = {
  missing: ({ share }) => `${percentText(share)} of the rows have no value; a key column needs one`,
  longKey: ({ bytes }) => `the longest key has ${bytes} bytes; at most 1,024 are allowed`,
  oneValue: () => 'all rows have the same value',
  noDivision: ({ column, share, others }) =>
    `${column} adds no division: it parts ${percentText(share)} of the rows with the same ` +
    `${others.join(' and ')}; the key without it does the same`,
  moving: ({ share }) =>
    `the keys move: ${percentText(share)} of new rows go to one end of the table, ` +
    'and only the partition there works',
  counting: ({ column, within }) =>
    `${column} counts up within each ${within}, all of them in the same narrow run of keys: ` +
    'few partitions are written at any moment, and the run moves on',
  fewValues: ({ values }) =>
    `only ${countText(values)} ${nounFor(values, 'value')}: they can never be spread over more partitions`,
  largest: ({ share }) =>
    `one value has ${percentText(share)} of the rows, and one partition has to take it: ` +
    `the table gets what ${(1 / share).toFixed(1)} partitions serve, however many it has`,
  atMoments: ({ share }) =>
    `at any moment one value has ${percentText(share)} of the rows, though not for long`,
  use: useText,
  spread: (reason) =>
    `${countText(reason.values)} ${nounFor(reason.values, 'value')} in the sample; ${useText(reason)}`,
  grown: grownText,
  tooLarge: (reason) =>
    `${grownText(reason)}; more than the ${bytesText(reason.advised)} that are advised`,
  tooHot: ({ rowsPerSecond, served }) =>
    `the largest value gets ${countText(rowsPerSecond)} rows a second; ` +
    `a partition serves ${countText(served)}`,
  notNeeded: ({ column }) => `not needed: ${column} alone is good`,
  noRanges: () => 'a hash loses ranges: values that follow each other lie far apart',
}

/** A reason as an English sentence. */
export const reasonText = <Of extends Code>(reason: Reason<Of>): string =>
  englishReasons[reason.code](reason)
