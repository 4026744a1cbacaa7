import type { Origin } from '../../sample/sample-shape.js'
import type { Place } from '../../places/geometry.js'

export interface Shop extends Place {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly city: string
  readonly district: string
  readonly street: string
  /** 1.0 to 5.0, in steps of a tenth. */
  readonly score: number
  /** Yuan per head. */
  readonly averagePrice: number
  readonly votes: number
  readonly isOpen: boolean
  /** The shop's own page, or the path of one that the console serves. */
  readonly url: string
  readonly origin: Origin
}

/** The page of a shop without a website of its own, below the console's base path. */
export const shopPagePath = (shopId: string): string => `samples/shops/${shopId}`

export const shopIdOf = (row: number): string => `s${String(row).padStart(9, '0')}`

export const positionOf = ({ latitude, longitude }: Place): string => `${latitude},${longitude}`

/** A shop before it has a row. Without a website its page is the console's. */
export type NewShop = Omit<Shop, 'id'>

export const shopAtRow = (row: number, shop: NewShop): Shop => {
  const id = shopIdOf(row)
  return { ...shop, id, url: shop.url === '' ? shopPagePath(id) : shop.url }
}
