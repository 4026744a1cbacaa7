import type { RunRecord } from '../manifest/run-manifest.js'
import type { FrozenMemtable } from '../memtable/memtable-reader.js'
import type { MergeWork } from '../merging/merge-runs.js'
import type { RunOptions } from './store-work.js'

export type ToWork =
  | { readonly kind: 'start'; readonly directory: string; readonly niceness: number }
  | {
      readonly kind: 'flush'
      readonly call: number
      readonly memtable: FrozenMemtable
      readonly sequence: number
      readonly options: RunOptions
    }
  | {
      readonly kind: 'merge'
      readonly call: number
      readonly work: MergeWork
      readonly options: RunOptions
    }

export type FromWork =
  | { readonly kind: 'done'; readonly call: number; readonly record: RunRecord }
  | {
      readonly kind: 'failed'
      readonly call: number
      readonly code: string | undefined
      readonly message: string
    }

/** Buffers come out of a message as plain arrays of bytes. */
export const runFromMessage = ({ tables, rangeTombstones }: RunRecord): RunRecord => ({
  tables: tables.map((table) => ({
    ...table,
    firstKey: bufferOver(table.firstKey),
    lastKey: bufferOver(table.lastKey),
  })),
  rangeTombstones: rangeTombstones.map(spanFromMessage),
})

export const mergeFromMessage = ({ runs, newerTombstones }: MergeWork): MergeWork => ({
  runs: runs.map(runFromMessage),
  newerTombstones: newerTombstones.map(spanFromMessage),
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
