import type { FactSource } from '../check/check-answers.js'
import { type AnyQuestion, anyQuestion } from '../sample/question.js'
import { type Sample, sampleTable } from '../sample/sample-shape.js'
import {
  byDistrictQuestion,
  byNameQuestion,
  byPartQuestion,
  inBoxQuestion,
  inCircleQuestion,
  inPolygonQuestion,
  nearbyQuestion,
  nearestQuestion,
  shopByIndex,
  shopByKey,
} from './questions/shop-lists.js'
import { cellsOfMapQuestion } from './questions/shop-map.js'
import {
  districtsOfCityQuestion,
  ringsQuestion,
  scoreBandsQuestion,
  typesOfCityQuestion,
} from './questions/shop-statistics.js'
import type { Shop } from './rows/shop.js'
import { shopMaker } from './shop-rows.js'
import { SHOP_INDEX, shopIndex, shopRowOf, shopTable } from './shop-table.js'

/** No question of the shops depends on the time; the set was closed on this day. */
const AS_OF = Date.UTC(2025, 11, 31, 16)

export function shopSample({
  seed,
  rows,
}: {
  readonly seed: number
  readonly rows: number
}): Sample & FactSource<Shop> {
  const fact = shopMaker(seed)
  const table = sampleTable<typeof shopTable>({
    schema: shopTable,
    rows,
    secondaryIndexes: [],
    searchIndexes: { [SHOP_INDEX]: shopIndex },
    row: (n) => shopRowOf(fact(n)),
  })
  return { name: 'shops', seed, rows, asOf: AS_OF, tables: [table], fact }
}

export const SHOP_QUESTIONS: readonly AnyQuestion<Shop>[] = [
  anyQuestion(shopByKey),
  anyQuestion(shopByIndex),
  anyQuestion(nearbyQuestion),
  anyQuestion(nearestQuestion),
  anyQuestion(byNameQuestion),
  anyQuestion(byPartQuestion),
  anyQuestion(byDistrictQuestion),
  anyQuestion(inCircleQuestion),
  anyQuestion(inBoxQuestion),
  anyQuestion(inPolygonQuestion),
  anyQuestion(typesOfCityQuestion),
  anyQuestion(districtsOfCityQuestion),
  anyQuestion(scoreBandsQuestion),
  anyQuestion(ringsQuestion),
  anyQuestion(cellsOfMapQuestion),
]
