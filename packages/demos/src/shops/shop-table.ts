import { type NewRowOf, type NewSearchIndex, type RowOf, defineTable } from '@rowhouse/client'
import { keyHash } from '../sample/key-hash.js'
import { type Shop, positionOf } from './rows/shop.js'

/** The manual spells its table's name like this. */
export const shopTable = defineTable({
  name: 'geo_positon',
  key: { _id: 'string', shop_id: 'string' },
  columns: {
    type: 'string',
    name: 'string',
    city: 'string',
    district: 'string',
    street: 'string',
    pos: 'string',
    score: 'double',
    avg_price: 'integer',
    votes: 'integer',
    open: 'boolean',
    url: 'string',
    origin: 'string',
  },
})

export type ShopRow = RowOf<typeof shopTable>

export const SHOP_INDEX = 'geo_positon_index'

const sorted = { sortAndAgg: true } as const

export const shopIndex: NewSearchIndex = {
  fields: {
    shop_id: { type: 'KEYWORD', ...sorted },
    type: { type: 'KEYWORD', ...sorted },
    name: { type: 'KEYWORD', ...sorted },
    name_words: { type: 'TEXT', isVirtualField: true, sourceFieldNames: ['name'] },
    city: { type: 'KEYWORD', ...sorted },
    district: { type: 'KEYWORD', ...sorted },
    pos: { type: 'GEO_POINT', ...sorted },
    score: { type: 'DOUBLE', ...sorted },
    avg_price: { type: 'LONG', ...sorted },
    votes: { type: 'LONG', ...sorted },
    open: { type: 'BOOLEAN', ...sorted },
    origin: { type: 'KEYWORD', ...sorted },
  },
}

export const shopKey = (id: string): { readonly _id: string; readonly shop_id: string } => ({
  _id: keyHash(id),
  shop_id: id,
})

export const shopRowOf = (shop: Shop): NewRowOf<typeof shopTable> => ({
  _id: keyHash(shop.id),
  shop_id: shop.id,
  type: shop.type,
  name: shop.name,
  city: shop.city,
  district: shop.district,
  street: shop.street,
  pos: positionOf(shop),
  score: shop.score,
  avg_price: BigInt(shop.averagePrice),
  votes: BigInt(shop.votes),
  open: shop.isOpen,
  url: shop.url,
  origin: shop.origin,
})
