import type { Reason, SideReason } from '@rowhouse/practices'
import type { Refused } from './answers.js'

/** A way to make a partition key, as `rowhouse advise` judges it by a sample. Shares are from 0 to 1. */
export interface AdvisedKey {
  readonly columns: readonly string[]
  readonly transform: 'none' | 'hash' | 'splice'
  readonly verdict: 'good' | 'fair' | 'bad'
  /** The most important first. */
  readonly reasons: readonly Reason[]
  /** Of the throughput of all partitions, what the load can use. */
  readonly usedThroughput: number
  /** Different keys in the sample. */
  readonly values: number
  readonly largestShare: number
  /** The share of new rows at the busier end of the keys. */
  readonly endShare: number
}

export interface KeysAdvice {
  /** Of the sample. */
  readonly rows: number
  /** Over which the load was simulated. */
  readonly partitions: number
  /** Best first; none for a table without rows. */
  readonly keys: readonly AdvisedKey[]
}

export interface TableAdvice extends KeysAdvice {
  /** Whether the table has more rows, or more columns, than were looked at. */
  readonly isPart: boolean
  /** Which columns should lie in a side table. */
  readonly side: AdvisedSide
}

/** A line of advice by more rows: how many are read, and in the end the advice or a refusal. */
export type AdviceLine =
  | { readonly rows: number }
  | { readonly advice: TableAdvice }
  | { readonly refused: Refused }

/** As far as the calls tell that the server has counted. */
export interface AdvisedSide {
  /** With few of them the figures mean little. */
  readonly sampledCalls: number
  /** Columns to move, which is none when that saves nothing. */
  readonly move: readonly string[]
  /** The largest. */
  readonly columns: readonly AdvisedColumn[]
  /** Capacity units of the whole rows that were read and put: on one table, and with the side table. */
  readonly units: { readonly now: number; readonly moved: number }
}

export interface AdvisedColumn {
  readonly name: string
  readonly verdict: 'move' | 'stay'
  readonly why: SideReason
  /** Of a value with its name, on average. */
  readonly bytes: number
  /** Of the requests that name columns; undefined when hardly one does. */
  readonly wantedShare: number | undefined
}
