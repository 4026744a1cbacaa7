import { expectDefined, outOfRange } from '@rowhouse/platform'
import { PracticeError } from '../practice-error.js'
import { type RankedValues, rankColumn } from './ranked-values.js'
import { type Sample, textsOf } from './sample.js'

/** A date with a time of day, with any separators. */
const MOMENT = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ T]\d{1,2}:\d{2}/

/** The order in which rows were written: that of the file, that of a column, or unknown. */
export type Order = 'file' | 'unknown' | { readonly column: string }

/** One order of the rows, as row numbers of the file. */
type RowOrder = Int32Array

export interface Arrival {
  /** The possible orders of the rows; the worst of them counts for a candidate. */
  readonly orders: readonly Order[]
  /** The values of a candidate in each order that is meaningful for it. */
  ordersOf(values: RankedValues): RankedValues[]
}

/**
 * The orders in which rows may have been written. It is not known whether a file is in order of arrival,
 * so its order counts, and also that of the time column with the most values, if there is one.
 */
export function arrivalOf(sample: Sample, told: Order | undefined): Arrival {
  const orders = told === undefined ? likelyOrders(sample) : [told]
  const moments = orders.filter((order) => typeof order === 'object')
  const sorted = moments.map(({ column }) => orderBy(sample, column))
  return {
    orders,
    ordersOf: (values) => {
      // An export is sorted by its key, which does not show when the rows were written.
      const usesFile = orders.includes('file') && (sorted.length === 0 || !isSorted(values.ranks))
      const byColumn = sorted.map((rows) => ({ ...values, ranks: inOrder(values.ranks, rows) }))
      return usesFile ? [values, ...byColumn] : byColumn
    },
  }
}

function likelyOrders(sample: Sample): Order[] {
  const column = findMoments(sample)
  return column === undefined ? ['file'] : ['file', { column }]
}

function orderBy({ columns, rows }: Sample, column: string): RowOrder {
  const index = columns.indexOf(column)
  if (index === -1) throw new PracticeError(`there is no column ${column}`)
  const { ranks } = rankColumn(textsOf(rows, index))
  const rankOf = (row: number): number => expectDefined(ranks[row], 'every row has a rank')
  return Int32Array.from(rows.keys()).sort((a, b) => rankOf(a) - rankOf(b) || a - b)
}

function inOrder(ranks: Int32Array, rows: RowOrder): Int32Array {
  const ordered = new Int32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    ordered[at] = ranks[rows[at] ?? outOfRange()] ?? outOfRange()
  }
  return ordered
}

const isSorted = (ranks: Int32Array): boolean =>
  ranks.every((rank, row) => row === 0 || expectDefined(ranks[row - 1], 'a row before') <= rank)

function findMoments({ columns, rows }: Sample): string | undefined {
  const found = columns
    .map((name, index) => ({ name, texts: textsOf(rows, index) }))
    .filter(({ texts }) => texts.every((text) => MOMENT.test(text)))
    .map(({ name, texts }) => ({ name, values: new Set(texts).size }))
    .toSorted((a, b) => b.values - a.values)
  return found[0]?.name
}
