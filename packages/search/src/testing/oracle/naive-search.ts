import type { FieldSort, Query, Sorter } from '@rowhouse/protocol'
import type { LevelDocument } from '@rowhouse/search-engine'
import {
  matchesNaively,
  naiveAggregations,
  naiveFieldValues,
  type NaiveIndex,
  type NaiveResults,
  type NaiveValue,
} from '@rowhouse/search-engine/testing'
import type { OracleQuestion } from './oracle-question.js'

/** A row of the table as the index should see it. */
export interface OracleRow {
  /** Names the row in messages. */
  readonly name: string
  /** The primary key as bytes, in whose order the rows of the table are. */
  readonly key: Buffer
  readonly level: LevelDocument
}

export interface NaiveAnswer extends NaiveResults {
  /** All hits in their order, without those that collapsing hides. */
  readonly shown: readonly OracleRow[]
  /** All hits, collapsed or not. */
  readonly hits: readonly OracleRow[]
}

/** Answers a search with a scan of all rows. A sort by score leaves hits in the order of their keys. */
export function searchNaively(
  asked: OracleQuestion,
  rows: readonly OracleRow[],
  index: NaiveIndex,
): NaiveAnswer {
  const { query, filter, sort, collapse, aggregations, groupBys } = asked
  const conditions: readonly Query[] = filter === undefined ? [query] : [query, filter]
  const hits = rows
    .filter(({ level }) => conditions.every((one) => matchesNaively(one, level, index)))
    .toSorted((a, b) => compareRows(sort.sorters, a, b, index))
  const results = naiveAggregations(aggregations, groupBys, hits, index)
  const shown = collapse === undefined ? hits : collapsed(hits, collapse, index)
  return { shown, hits, ...results }
}

function compareRows(
  sorters: readonly Sorter[],
  a: OracleRow,
  b: OracleRow,
  index: NaiveIndex,
): number {
  for (const sorter of sorters) {
    const order = compareBy(sorter, a, b, index)
    if (order !== 0) return order
  }
  return Buffer.compare(a.key, b.key)
}

function compareBy(sorter: Sorter, a: OracleRow, b: OracleRow, index: NaiveIndex): number {
  const sign = sorter.order === 'DESC' ? -1 : 1
  if (sorter.kind === 'primaryKey') return sign * Buffer.compare(a.key, b.key)
  if (sorter.kind !== 'field') return 0
  const one = extreme(a, sorter, index)
  const other = extreme(b, sorter, index)
  if (one === undefined && other === undefined) return 0
  if (one === undefined || other === undefined) {
    return (one === undefined) === (sorter.missingValue === '_first') ? -1 : 1
  }
  return sign * compareValues(one, other)
}

function extreme(row: OracleRow, sorter: FieldSort, index: NaiveIndex): NaiveValue | undefined {
  const { fieldName, mode, order } = sorter
  const isMax = (mode ?? (order === 'DESC' ? 'MAX' : 'MIN')) === 'MAX'
  const values = naiveFieldValues(fieldName, row.level, index.layout).toSorted(compareValues)
  return isMax ? values.at(-1) : values[0]
}

function compareValues(a: NaiveValue, b: NaiveValue): number {
  if (typeof a === 'string' && typeof b === 'string') {
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  }
  return Number(a > b) - Number(a < b)
}

/** The first row of each value. Rows without a value form a group too. */
function collapsed(hits: readonly OracleRow[], field: string, index: NaiveIndex): OracleRow[] {
  const seen = new Set<string>()
  return hits.filter(({ level }) => {
    const group = naiveFieldValues(field, level, index.layout).map(String).join(' ')
    const values = naiveFieldValues(field, level, index.layout).length
    const name = `${values} ${group}`
    return !seen.has(name) && seen.add(name)
  })
}
