import { aggregate, query } from '@rowhouse/client'
import { type Clauses, passesAll, queriesOf } from '../../sample/clause.js'
import { searchQuestion } from '../../sample/search-question.js'
import { compareText } from '../../sample/tally.js'
import { type Place, isInBox, movedBy } from '../../places/geometry.js'
import { QUARTER } from '../map/quarter.js'
import { MILK_TEA } from '../rows/shop-types.js'
import type { Shop } from '../rows/shop.js'
import { SHOP_INDEX, shopTable } from '../shop-table.js'
import { pointOf } from './shop-clauses.js'
import { geohashOf } from '../../places/geo-cell.js'

export interface OnMap {
  readonly topLeft: Place
  readonly bottomRight: Place
  /** Letters of a geohash: how fine the cells are. */
  readonly precision: number
  /** No type means all of them. */
  readonly types: readonly string[]
}

/** The shops of one cell of the map. */
export interface ShopCell {
  readonly key: string
  readonly rows: number
}

const CELLS_MAX = 500

const onMap = ({ topLeft, bottomRight, types }: OnMap): Clauses<Shop> => ({
  box: {
    query: query.geoBoundingBox('pos', pointOf(topLeft), pointOf(bottomRight)),
    passes: (shop) => isInBox(shop, topLeft, bottomRight),
  },
  ...(types.length > 0 && {
    types: {
      query: query.terms('type', types),
      passes: ({ type }: Shop) => types.includes(type),
    },
  }),
})

/** How many shops each cell of a part of the map has, the fullest first. */
export const cellsOfMapQuestion = searchQuestion({
  name: 'cells-of-map',
  persona: 'visitor',
  table: shopTable,
  index: SHOP_INDEX,
  planted: {
    topLeft: movedBy(QUARTER, 900, -900),
    bottomRight: movedBy(QUARTER, -900, 900),
    precision: 7,
    types: [MILK_TEA],
  },
  draw: (shop: Shop, draws): OnMap => {
    const metres = draws.between(500, 60_000)
    return {
      topLeft: movedBy(shop, metres, -metres),
      bottomRight: movedBy(shop, -metres, metres),
      precision: draws.between(3, 7),
      types: draws.chance(0.5) ? [] : [shop.type],
    }
  },
  clauses: (parameters: OnMap) => queriesOf(onMap(parameters)),
  shape: ({ precision }) => ({
    limit: 0,
    groups: { cells: aggregate.byGeoGrid('pos', precision, { size: CELLS_MAX }) },
  }),
  answerOf: ({ groups }): readonly ShopCell[] =>
    groups.cells.items.map(({ key, rowCount }) => ({ key, rows: rowCount })),
  tally: (parameters) => {
    const passes = passesAll(onMap(parameters))
    const cells = new Map<string, number>()
    return {
      add: (shop) => {
        if (!passes(shop)) return
        const cell = geohashOf(shop, parameters.precision)
        cells.set(cell, (cells.get(cell) ?? 0) + 1)
      },
      answer: () =>
        [...cells]
          .map(([key, rows]) => ({ key, rows }))
          .toSorted((a, b) => b.rows - a.rows || compareText(a.key, b.key))
          .slice(0, CELLS_MAX),
    }
  },
})
