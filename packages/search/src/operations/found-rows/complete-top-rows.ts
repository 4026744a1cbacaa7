import { type Engine, type Table, keyOnlyRow, rowsByKey } from '@rowhouse/engine'
import type { AggregationResult, GroupByResult, SubResults } from '@rowhouse/protocol'

interface Results {
  readonly aggregations: readonly AggregationResult[]
  readonly groupBys: readonly GroupByResult[]
}

/** Reads the rows of top-rows aggregations, which the search engine returns as keys, at every depth. */
export async function completeTopRows(
  engine: Engine,
  table: Table,
  results: Results,
  columns: readonly string[] | undefined,
): Promise<Results> {
  const keys = new Map<string, Buffer>()
  collect(results, keys)
  if (keys.size === 0) return results
  const rows = await readRows(engine, table, [...keys.values()], columns)
  return filled(results, rows)
}

const nameOf = (key: Buffer): string => key.toString('latin1')

async function readRows(
  engine: Engine,
  table: Table,
  keys: readonly Buffer[],
  columns: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Buffer>> {
  if (columns?.length === 0)
    return new Map(keys.map((key) => [nameOf(key), keyOnlyRow(table, key)]))
  const read = await rowsByKey(engine, table, keys, columns)
  const rows = new Map<string, Buffer>()
  for (const [index, key] of keys.entries()) {
    const row = read[index]?.row
    if (row !== undefined && row.length > 0) rows.set(nameOf(key), row)
  }
  return rows
}

function collect({ aggregations, groupBys }: Results, keys: Map<string, Buffer>): void {
  for (const result of aggregations) {
    if (result.kind !== 'topRows') continue
    for (const key of result.rows) keys.set(nameOf(key), key)
  }
  for (const { items } of groupBys) for (const item of items) collect(within(item), keys)
}

const within = ({ subAggregations, subGroupBys }: SubResults): Results => ({
  aggregations: subAggregations,
  groupBys: subGroupBys,
})

function filled({ aggregations, groupBys }: Results, rows: ReadonlyMap<string, Buffer>): Results {
  return {
    aggregations: aggregations.map((result) => {
      if (result.kind !== 'topRows') return result
      return { ...result, rows: result.rows.flatMap((key) => rows.get(nameOf(key)) ?? []) }
    }),
    groupBys: groupBys.map((result) => filledGroups(result, rows)),
  }
}

function filledItem<Item extends SubResults>(item: Item, rows: ReadonlyMap<string, Buffer>): Item {
  const sub = filled(within(item), rows)
  return { ...item, subAggregations: sub.aggregations, subGroupBys: sub.groupBys }
}

function filledItems<Item extends SubResults, Result extends { readonly items: readonly Item[] }>(
  result: Result,
  rows: ReadonlyMap<string, Buffer>,
): Result {
  return { ...result, items: result.items.map((item) => filledItem(item, rows)) }
}

/** Each kind has its own case, because its items have a type of their own. */
function filledGroups(result: GroupByResult, rows: ReadonlyMap<string, Buffer>): GroupByResult {
  switch (result.kind) {
    case 'field':
      return filledItems(result, rows)
    case 'range':
      return filledItems(result, rows)
    case 'filter':
      return filledItems(result, rows)
    case 'geoDistance':
      return filledItems(result, rows)
    case 'histogram':
      return filledItems(result, rows)
    case 'dateHistogram':
      return filledItems(result, rows)
    case 'geoGrid':
      return filledItems(result, rows)
    case 'composite':
      return filledItems(result, rows)
  }
}
