import type { IndexSchema, SearchHit } from '@rowhouse/protocol'
import type { PlainRow } from '@rowhouse/requests'
import type { ColumnType, Key, KeyColumn, Operation, Request, Value } from '@rowhouse/snippets'
import type { ShownFigure, ShownGroupBy } from './shown-figures.js'

/** Capacity units. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** The beginning of a value that is larger than the request's `cut`. */
export interface CutValue {
  readonly type: 'STRING' | 'BINARY'
  /** Of the whole value. */
  readonly bytes: number
  readonly head: string | Uint8Array
}

export type ShownValue = Value | CutValue

export interface ShownCell {
  readonly name: string
  readonly value: ShownValue
  /** Milliseconds since the epoch. */
  readonly timestamp?: bigint
}

/** The versions of a column stand one after another, the newest first. */
export interface ShownRow {
  readonly key: PlainRow['key']
  readonly columns: readonly ShownCell[]
}

export interface SecondaryIndex {
  readonly name: string
  readonly type: 'GLOBAL' | 'LOCAL'
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** FULL while rows of before its creation are still missing. */
  readonly phase: 'FULL' | 'INCR' | undefined
}

export interface TableShape {
  readonly table: string
  readonly key: readonly KeyColumn[]
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  readonly timeToLive: number
  readonly maxVersions: number
  readonly allowUpdate: boolean
  /** Seconds by which the times of written versions may differ from the server's clock. */
  readonly maxTimeDeviation: number
  readonly units: Units
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly indexes: readonly SecondaryIndex[]
}

export interface SearchIndexShape {
  readonly schema: IndexSchema
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
  readonly phase: 'FULL' | 'INCR' | undefined
  readonly rows: number | undefined
  readonly bytes: number | undefined
  /** The index has all changes of before; milliseconds since the epoch. */
  readonly syncedTo: number | undefined
  /** The index that this one is to replace, or that is to replace this one. */
  readonly brother: string | undefined
}

type Done = Readonly<Record<never, never>>

interface Written {
  /** The key, if the server has made a part of it. */
  readonly key: Key | undefined
  readonly units: Units
}

/** The answer to each operation. */
export interface Answers {
  readonly ListTable: { readonly tables: readonly string[] }
  readonly CreateTable: Done
  readonly DescribeTable: TableShape
  readonly UpdateTable: Done
  readonly DeleteTable: Done
  readonly PutRow: Written
  readonly UpdateRow: Written
  readonly DeleteRow: Written
  readonly GetRow: { readonly row: ShownRow | undefined; readonly units: Units }
  readonly GetRange: {
    readonly rows: readonly ShownRow[]
    /** Where the next page begins; absent at the end. */
    readonly next: Key | undefined
    readonly units: Units
  }
  readonly BatchGetRow: {
    /** One for each key that was asked for; a missing row is null. */
    readonly rows: readonly (ShownRow | RefusedRow | null)[]
  }
  readonly BatchWriteRow: {
    /** One for each row that was sent. */
    readonly rows: readonly (RefusedRow | null)[]
  }
  readonly CreateIndex: Done
  readonly DropIndex: Done
  readonly CreateSearchIndex: Done
  readonly ListSearchIndex: {
    readonly indexes: readonly { readonly table: string; readonly index: string }[]
  }
  readonly DescribeSearchIndex: SearchIndexShape
  readonly DeleteSearchIndex: Done
  readonly Search: {
    readonly rows: readonly ShownRow[]
    /** Absent when hits were not counted. */
    readonly total: number | undefined
    readonly isComplete: boolean
    /** Where the next page begins. */
    readonly next: Uint8Array | undefined
    /** Scores, highlights and child rows: none, or one for each row. */
    readonly hits: readonly SearchHit[]
    readonly aggregations: readonly ShownFigure[]
    readonly groupBys: readonly ShownGroupBy[]
    readonly units: Units | undefined
  }
}

export interface RefusedRow {
  readonly code: string
  readonly message: string
}

/** The body of a call: a request as plain data, in the JSON of the gate. */
export interface Asked {
  readonly request: Request
  /** Larger texts and binaries are answered as a CutValue. */
  readonly cut?: number | undefined
  /** A search waits until its index has what was acknowledged before. */
  readonly waitsForIndex?: boolean | undefined
}

export interface Answered<O extends Operation> {
  readonly answer: Answers[O]
  readonly requestId: string
  /** Milliseconds in the server. */
  readonly took: number
  /** Where they went, in the order of the stages; those without any time are left out. */
  readonly spent: readonly Spent[]
}

/** The stages of a call; `index` to `marking` are those of a search, `console` is the gate's own work. */
export const spentStages = [
  'queue',
  'waiting',
  'index',
  'rows',
  'marking',
  'engine',
  'fsync',
  'encode',
  'console',
] as const

export interface Spent {
  readonly stage: (typeof spentStages)[number]
  readonly milliseconds: number
}

/** The body of every refused call, with a status that is not 200. */
export interface Refused {
  /** Of the service, or ConsoleRefusal for the gate's own. */
  readonly code: string
  readonly message: string
  readonly requestId?: string
}
