import { type HashPrefix } from '../hash/prefix-by.js'
import { pairsTogether, sharePartedBy } from '../splice/division.js'
import type { Arrival } from './arrival.js'
import { countsWithin, shareAtEnd } from './movement.js'
import {
  type RankedValues,
  countRanks,
  rankColumn,
  rankHashed,
  rankSpliced,
} from './ranked-values.js'
import { type Sample, textsOf } from './sample.js'

export type Transform = 'none' | 'hash' | 'splice'

/** A column of the sample with facts that are used repeatedly. */
export interface Column {
  readonly name: string
  readonly texts: readonly string[]
  readonly values: RankedValues
  /** The number of pairs of rows with the same value. */
  readonly pairs: number
  /** The column within whose values this one counts up. */
  readonly countsWithin: string | undefined
  /** Whether new rows have new values, so that no value grows for long. */
  readonly leavesValues: boolean
}

/** A way to make a partition key. */
export interface Candidate {
  readonly columns: readonly string[]
  readonly transform: Transform
  readonly values: RankedValues
  readonly countsWithin: string | undefined
  readonly leavesValues: boolean
  /** The column of a splice that divides least, and how much it divides. */
  readonly weakest: { readonly column: string; readonly share: number } | undefined
}

/** With this share of new rows at one end of the keys, the keys rise or fall. */
export const MOVING_END_SHARE = 0.5

export function columnsOf({ columns, rows }: Sample, { ordersOf }: Arrival): Column[] {
  const ranked = columns.map((name, index) => {
    const texts = textsOf(rows, index)
    const values = rankColumn(texts)
    return { name, texts, values, orders: ordersOf(values) }
  })
  return ranked.map((column) => {
    const { name, texts, values, orders } = column
    const within = ranked.find((other) => other !== column && countsUp(orders, other.orders))?.name
    const moves = orders.some((order) => shareAtEnd(order) >= MOVING_END_SHARE)
    const pairs = pairsTogether(countRanks(values))
    return {
      name,
      texts,
      values,
      pairs,
      countsWithin: within,
      leavesValues: moves || within !== undefined,
    }
  })
}

const countsUp = (orders: readonly RankedValues[], groups: readonly RankedValues[]): boolean =>
  orders.length === groups.length &&
  orders.some((order, nth) => {
    const group = groups[nth]
    return group !== undefined && countsWithin(order, group) !== undefined
  })

export const plain = ({ name, values, countsWithin: within, leavesValues }: Column): Candidate => ({
  columns: [name],
  transform: 'none',
  values,
  countsWithin: within,
  leavesValues,
  weakest: undefined,
})

/** The column with a hash prefix, which scatters counters. */
export const hashed = ({ name, texts, leavesValues }: Column, hash: HashPrefix): Candidate => ({
  columns: [name],
  transform: 'hash',
  values: rankHashed(texts, hash),
  countsWithin: undefined,
  leavesValues,
  weakest: undefined,
})

/** The splice of the columns in this order. */
export function spliced(columns: readonly [Column, ...Column[]]): Candidate {
  const [first, ...others] = columns
  const values = spliceOf(columns)
  const pairs = pairsTogether(countRanks(values))
  const shares = columns.map((column) => {
    const rest = columns.filter((other) => other !== column)
    return { column: column.name, share: sharePartedBy(pairsOf(rest), pairs) }
  })
  return {
    columns: columns.map(({ name }) => name),
    transform: 'splice',
    values,
    // The first column decides the place of a row in the table.
    countsWithin: first.countsWithin,
    leavesValues: columns.some(({ leavesValues }) => leavesValues),
    weakest: others.length === 0 ? undefined : shares.toSorted((a, b) => a.share - b.share)[0],
  }
}

function pairsOf(columns: readonly Column[]): number {
  const [first, ...others] = columns
  if (first === undefined) return 0
  return others.length === 0 ? first.pairs : pairsTogether(countRanks(spliceOf([first, ...others])))
}

const spliceOf = ([first, ...others]: readonly [Column, ...Column[]]): RankedValues =>
  others.reduce((values, other) => rankSpliced(values, other.values), first.values)
