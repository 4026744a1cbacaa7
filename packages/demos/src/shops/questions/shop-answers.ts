import { expectDefined } from '@rowhouse/platform'
import type { Shop } from '../rows/shop.js'
import type { ShopRow } from '../shop-table.js'

/** A row that was found, as the shop that the generator made. */
export const shopOfRow = (row: ShopRow): Shop => {
  const [latitude, longitude] = text(row.pos).split(',').map(Number)
  const origin = text(row.origin)
  return {
    id: row.shop_id,
    name: text(row.name),
    type: text(row.type),
    city: text(row.city),
    district: text(row.district),
    street: text(row.street),
    latitude: expectDefined(latitude, 'a latitude'),
    longitude: expectDefined(longitude, 'a longitude'),
    score: expectDefined(row.score, 'a score'),
    averagePrice: Number(expectDefined(row.avg_price, 'a price')),
    votes: Number(expectDefined(row.votes, 'votes')),
    isOpen: expectDefined(row.open, 'whether it is open'),
    url: text(row.url),
    origin: origin === 'real' ? 'real' : 'generated',
  }
}

const text = (value: string | undefined): string => expectDefined(value, 'every column of a shop')
