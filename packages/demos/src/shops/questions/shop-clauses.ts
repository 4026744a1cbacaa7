import { query } from '@rowhouse/client'
import type { GeoPoint } from '@rowhouse/protocol'
import type { Clause } from '../../sample/clause.js'
import { metresBetween, type Place } from '../../places/geometry.js'
import type { Shop } from '../rows/shop.js'

type ShopClause = Clause<Shop>

export const pointOf = ({ latitude, longitude }: Place): GeoPoint => ({
  lat: latitude,
  lon: longitude,
})

export const isType = (type: string): ShopClause => ({
  query: query.term('type', type),
  passes: (shop) => shop.type === type,
})

export const isIn = (field: 'city' | 'district', name: string): ShopClause => ({
  query: query.term(field, name),
  passes: (shop) => shop[field] === name,
})

export const atMost = (price: number): ShopClause => ({
  query: query.range('avg_price', { lte: BigInt(price) }),
  passes: ({ averagePrice }) => averagePrice <= price,
})

export const within = (centre: Place, metres: number): ShopClause => ({
  query: query.geoDistance('pos', pointOf(centre), metres),
  passes: (shop) => metresBetween(shop, centre) <= metres,
})
