import type { AggregationResult, GroupByResult } from '@rowhouse/protocol'
import type { ShownFigure, ShownGroupBy, ShownItem } from '../shapes/index.js'
import { shownRows } from './shown-rows.js'

export function shownFigure(result: AggregationResult, cut: number): ShownFigure {
  if (result.kind !== 'topRows') return result
  return { ...result, rows: result.rows.flatMap((row) => shownRows(row, cut)) }
}

interface SubResults {
  readonly subAggregations: readonly AggregationResult[]
  readonly subGroupBys: readonly GroupByResult[]
}

/** Groups with what was computed within them, to any depth. */
export function shownGroupBy(result: GroupByResult, cut: number): ShownGroupBy {
  const shown = <Item extends SubResults>({
    subAggregations,
    subGroupBys,
    ...item
  }: Item): ShownItem<Item> => ({
    ...item,
    subAggregations: subAggregations.map((figure) => shownFigure(figure, cut)),
    subGroupBys: subGroupBys.map((inner) => shownGroupBy(inner, cut)),
  })
  switch (result.kind) {
    case 'field':
      return { ...result, items: result.items.map(shown) }
    case 'range':
    case 'geoDistance':
      return { ...result, items: result.items.map(shown) }
    case 'filter':
      return { ...result, items: result.items.map(shown) }
    case 'histogram':
      return { ...result, items: result.items.map(shown) }
    case 'dateHistogram':
      return { ...result, items: result.items.map(shown) }
    case 'geoGrid':
      return { ...result, items: result.items.map(shown) }
    case 'composite':
      return { ...result, items: result.items.map(shown) }
  }
}
