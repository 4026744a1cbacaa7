import type { AnyTable, NewIndex, NewRowOf, NewSearchIndex, TableSchema } from '@rowhouse/client'

/** One table of a sample. Row n is made from n alone, so a load can go on at any row. */
export interface SampleTable<S extends TableSchema = AnyTable> {
  readonly schema: S
  readonly rows: number
  readonly secondaryIndexes: readonly NewIndex[]
  readonly searchIndexes: Readonly<Record<string, NewSearchIndex>>
  row(n: number): NewRowOf<S>
}

/**
 * A row whose columns are set one after the other. Spreads of what a row may have took most of the time of
 * making it.
 */
export type RowInMaking<S extends TableSchema> = {
  -readonly [Name in keyof NewRowOf<S>]: NewRowOf<S>[Name]
}

/** Where a row comes from; every row of a sample that mixes both says it in its column `origin`. */
export type Origin = 'real' | 'generated'

/** What identifies the rows of a sample: two sets with equal facts have equal rows. */
export interface SampleFacts {
  readonly name: string
  readonly seed: number
  /** Rows of the main table; the sizes of the other tables follow from it. */
  readonly rows: number
  /** The moment at which the set was closed, in milliseconds: "last month" counts from here. */
  readonly asOf: number
}

/** What a sample is made from. */
export type SampleSize = Pick<SampleFacts, 'seed' | 'rows'>

export interface Sample extends SampleFacts {
  /** In the order in which they are loaded; the main table is the last. */
  readonly tables: readonly SampleTable[]
}

/** Types a table's rows by its schema, and hands it on as one of a sample. */
export const sampleTable = <S extends TableSchema>(table: SampleTable<S>): SampleTable<S> => table
