import { limits } from '@rowhouse/protocol'
import { bytesText, countText, percentText } from '../advise/figure-texts.js'
import { practicesLimits } from '../limits.js'
import { pagedUnitsOf, unitsOf } from './unit-meter.js'

/** How often columns are touched, as a server counts it (`rowhouse advise --data`). */
export interface ColumnTouches {
  readonly name: string
  readonly reads: number
  /** Of the reads, those that asked for the column by its name. */
  readonly namedReads: number
  readonly puts: number
  readonly updates: number
  readonly bytesRead: number
  readonly bytesWritten: number
}

export interface TableTouches {
  readonly rows: {
    readonly reads: number
    readonly wholeReads: number
    readonly pagedReads: number
    readonly puts: number
    readonly updates: number
    readonly keyBytes: number
  }
  readonly columns: readonly ColumnTouches[]
}

export interface SideAdviceOptions {
  /** Columns that their program knows to be hardly wanted, whatever was counted. */
  readonly declared?: readonly string[]
  /** Smaller values stay; 1,024 bytes by default. */
  readonly bytesMin?: number
  /** A column stays when more of the requests that name columns want it; 0.1 by default. */
  readonly wantedShareMax?: number
}

/** Why a column moves or stays, for those who write the reason in another language. */
export type SideReason = 'declared' | 'small' | 'unknown' | 'wanted' | 'unwanted'

export interface SideColumn {
  readonly name: string
  readonly verdict: 'move' | 'stay'
  readonly why: SideReason
  readonly reason: string
  /** Of a value with its name, on average. */
  readonly bytes: number
  /** Of the reads and updates that name columns; undefined when none does. */
  readonly wantedShare: number | undefined
}

export interface SideAdvice {
  /** Columns to move, which is none when that saves nothing. */
  readonly move: readonly string[]
  /** Largest first. */
  readonly columns: readonly SideColumn[]
  /** Capacity units of the whole rows that were read and put: on one table, and with the side table. */
  readonly units: { readonly now: number; readonly moved: number; readonly savedShare: number }
  readonly reasons: readonly string[]
}

const SAVED_SHARE_MIN = 0.05

/**
 * Which columns should lie in a side table: large ones that the requests which say what they want hardly ever
 * name. A read or update of named columns costs the same on either; what is saved is in whole rows.
 */
export function adviseSide(
  touches: TableTouches,
  { declared = [], bytesMin = 1024, wantedShareMax = 0.1 }: SideAdviceOptions = {},
): SideAdvice {
  const { rows } = touches
  const naming = rows.reads - rows.wholeReads + rows.updates
  const columns = touches.columns
    .map((column) =>
      judge(column, naming, declared.includes(column.name), bytesMin, wantedShareMax),
    )
    .toSorted((a, b) => b.bytes - a.bytes)
  const candidates = columns.filter(({ verdict }) => verdict === 'move')
  const units = compareUnits(touches, candidates)
  const isWorthIt = candidates.length > 0 && units.savedShare >= SAVED_SHARE_MIN
  return {
    move: isWorthIt ? candidates.map(({ name }) => name) : [],
    columns,
    units,
    reasons: reasonsOf(touches, candidates, units, isWorthIt),
  }
}

function judge(
  column: ColumnTouches,
  naming: number,
  isDeclared: boolean,
  bytesMin: number,
  wantedShareMax: number,
): SideColumn {
  const { name, reads, namedReads, puts, updates, bytesRead, bytesWritten } = column
  const bytes = (bytesRead + bytesWritten) / Math.max(1, reads + puts + updates)
  const wantedShare =
    naming < practicesLimits.SIDE_NAMING_CALLS_MIN ? undefined : (namedReads + updates) / naming
  const facts = { name, bytes, wantedShare }
  const size = bytesText(bytes)
  if (isDeclared)
    return {
      ...facts,
      verdict: 'move',
      why: 'declared',
      reason: `${size}, declared to be hardly wanted`,
    }
  if (bytes < bytesMin) return { ...facts, verdict: 'stay', why: 'small', reason: `small: ${size}` }
  if (wantedShare === undefined)
    return {
      ...facts,
      verdict: 'stay',
      why: 'unknown',
      reason: `${size}; hardly a request names columns, so nothing tells whether it is wanted`,
    }
  const wanted = `${percentText(wantedShare)} of the requests that name columns want it`
  return wantedShare > wantedShareMax
    ? { ...facts, verdict: 'stay', why: 'wanted', reason: `${size}, but ${wanted}` }
    : { ...facts, verdict: 'move', why: 'unwanted', reason: `${size}, and ${wanted}` }
}

/** Whole rows that are read or put: all of them want the main side, and as many the other as name it. */
function compareUnits({ rows, columns }: TableTouches, moved: readonly SideColumn[]) {
  const isMoved = new Map(moved.map((column) => [column.name, column]))
  const wholeRows = Math.max(1, rows.wholeReads + rows.puts)
  const allRows = Math.max(1, rows.reads + rows.puts + rows.updates)
  const keyBytes = rows.keyBytes / allRows
  let [main, side] = [keyBytes, keyBytes]
  let wantedShare = 0
  for (const { name, reads, namedReads, puts, updates, bytesRead, bytesWritten } of columns) {
    const bytes = (bytesRead + bytesWritten) / Math.max(1, reads + puts + updates)
    const ofWhole = (bytes * (reads - namedReads + puts)) / wholeRows
    const column = isMoved.get(name)
    if (column === undefined) main += ofWhole
    else side += ofWhole
    wantedShare = Math.max(wantedShare, column?.wantedShare ?? 0)
  }
  const pagedShare = rows.reads === 0 ? 0 : rows.pagedReads / rows.reads
  const paged = rows.wholeReads * pagedShare
  const single = rows.wholeReads - paged + rows.puts
  const cost = (bytes: number): number => single * unitsOf(bytes) + paged * pagedUnitsOf(bytes)
  const now = cost(main + side - keyBytes)
  const ofSide = (rows.wholeReads + rows.puts) * Math.min(1, wantedShare) * unitsOf(side)
  const withSide = moved.length === 0 ? now : cost(main) + ofSide
  return { now, moved: withSide, savedShare: now === 0 ? 0 : 1 - withSide / now }
}

function reasonsOf(
  { rows }: TableTouches,
  candidates: readonly SideColumn[],
  { now, moved, savedShare }: SideAdvice['units'],
  isWorthIt: boolean,
): string[] {
  if (candidates.length === 0) return ['no column is both large and hardly wanted']
  const whole = `${countText(rows.wholeReads)} whole rows read and ${countText(rows.puts)} put`
  const both = `${countText(now)} capacity units on one table, ${countText(moved)} with a side table`
  const cost = `${whole}: ${both}`
  const named = `what names its columns costs the same on either, ${limits.CAPACITY_UNIT_BYTES} bytes a unit`
  return isWorthIt
    ? [
        `${cost}, ${percentText(savedShare)} less, if they want the moved columns as rarely as others`,
        named,
      ]
    : [`${cost}: too little to move anything`, named]
}
