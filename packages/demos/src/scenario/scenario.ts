import type TableStore from 'tablestore'

/** One of the finished systems: real rows and some planted ones, an index, and what is asked of it. */
export interface Scenario<Item> {
  readonly tableName: string
  readonly indexName: string
  /** A hash in front, then the name: the key of every scenario. */
  readonly keyColumns: readonly [string, string]
  readonly fields: readonly TableStore.FieldSchema[]
  readonly idOf: (item: Item) => string
  readonly columnsOf: (item: Item) => readonly TableStore.NamedValue[]
  /** Rows that the manual's own examples ask for, which no real file has. */
  readonly planted: readonly Item[]
  readonly questions: readonly Question<Item>[]
  /** One line for a row that was found. */
  readonly describe: (item: Item) => string
}

/** A named query, and the same question answered by plain code over the items of the file. */
export interface Question<Item> {
  readonly name: string
  readonly search: SearchText
  readonly answer: (items: readonly Item[]) => Answer
}

export interface SearchText {
  readonly query: TableStore.SearchQueryPart
  readonly sorters?: readonly object[]
  readonly groupBy?: object
  readonly limit?: number
}

export interface Answer {
  readonly total: number
  /** The ids of the first rows in their order. */
  readonly ids: readonly string[]
  /** One line for each group, in their order. */
  readonly groups: readonly string[]
}

export const LIMIT = 10
