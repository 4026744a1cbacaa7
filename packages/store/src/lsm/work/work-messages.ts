import type { RunRecord, TableRecord } from '../manifest/run-manifest.js'
import type { FrozenMemtable } from '../memtable/memtable-reader.js'
import type { MergeSlice, MergeWork } from '../merging/merge-slice.js'
import type { NextTableOptions } from '../writing/write-next-table.js'
import type { FlushOptions } from './store-work.js'

export type ToWork =
  | { readonly kind: 'start'; readonly directory: string; readonly niceness: number }
  | {
      readonly kind: 'flush'
      readonly call: number
      readonly memtable: FrozenMemtable
      readonly sequence: number
      readonly options: FlushOptions
    }
  | {
      readonly kind: 'merge'
      readonly call: number
      readonly work: MergeWork
      readonly options: NextTableOptions
    }

export type FromWork =
  | { readonly kind: 'flushed'; readonly call: number; readonly record: RunRecord }
  | { readonly kind: 'merged'; readonly call: number; readonly slice: MergeSlice }
  | {
      readonly kind: 'failed'
      readonly call: number
      readonly code: string | undefined
      readonly message: string
    }

/** Buffers come out of a message as plain arrays of bytes. */
export const runFromMessage = ({ from, tables, rangeTombstones }: RunRecord): RunRecord => ({
  from: bufferOver(from),
  tables: tables.map(tableFromMessage),
  rangeTombstones: rangeTombstones.map(spanFromMessage),
})

export const sliceFromMessage = ({ table, next }: MergeSlice): MergeSlice => ({
  table: table === undefined ? undefined : tableFromMessage(table),
  next: next === undefined ? undefined : bufferOver(next),
})

export const mergeFromMessage = ({ runs, newerTombstones }: MergeWork): MergeWork => ({
  runs: runs.map(runFromMessage),
  newerTombstones: newerTombstones.map(spanFromMessage),
})

const tableFromMessage = (table: TableRecord): TableRecord => ({
  ...table,
  firstKey: bufferOver(table.firstKey),
  lastKey: bufferOver(table.lastKey),
})

const spanFromMessage = ({
  start,
  end,
}: {
  readonly start: Uint8Array
  readonly end: Uint8Array
}) => ({
  start: bufferOver(start),
  end: bufferOver(end),
})

const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
