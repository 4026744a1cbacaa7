import { expectDefined, outOfRange } from '@rowhouse/platform'
import { Draws } from '../../generate/draws.js'
import { zipf } from '../../generate/zipf.js'
import {
  BRANDS,
  CATEGORIES,
  type Category,
  ENGLISH_STYLES,
  HOME_CITIES,
  STYLES,
} from './categories.js'

/** Every seller has so many products; the product with number p is of seller p / 40, at shelf p % 40. */
export const PRODUCTS_PER_SELLER = 40
/** The shelves whose products are drawn by their popularity; the last three are special. */
export const USUAL_SHELVES = 37
export const COMPUTER_SHELF = 37
/** Sold seldom, but for the pairs below. */
export const PARTNER_SHELF = 38
/** The first so many sellers have a pair of products that are bought together. */
export const PAIRS = 20
/** The other product of a pair. */
export const PAIR_SHELF = 5

const ORDERS_PER_SELLER = 2_000
const SELLERS_LEAST = 50
const SELLERS_MOST = 5_000

export interface Seller {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly city: string
  readonly category: Category
}

export interface Product {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly priceFen: number
  readonly stock: number
}

export const sellersFor = (orders: number): number =>
  Math.max(SELLERS_LEAST, Math.min(SELLERS_MOST, Math.round(orders / ORDERS_PER_SELLER)))

export const sellerIdOf = (number: number): string => `s${String(number + 1).padStart(4, '0')}`

const PRODUCT_PREFIX = 'P_'

export const productIdOf = (number: number): string =>
  PRODUCT_PREFIX + String(number).padStart(10, '0')

/** The seller of a generated product; undefined for a real one. */
export const sellerIdOfProduct = (productId: string): string | undefined =>
  productId.startsWith(PRODUCT_PREFIX) ? sellerIdOfNumber(productId) : undefined

const sellerIdOfNumber = (productId: string): string =>
  sellerIdOf(Math.floor(Number(productId.slice(PRODUCT_PREFIX.length)) / PRODUCTS_PER_SELLER))

/** Sellers and products, each made from its number alone. */
export interface Catalogue {
  readonly sellers: number
  seller(number: number): Seller
  product(number: number): Product
}

/** Holds the sellers, and the products that were asked for: both are few beside the orders. */
export function openCatalogue(seed: number, sellers: number): Catalogue {
  const all = Array.from({ length: sellers }, (_, number) => makeSeller(seed, number))
  const seller = (number: number): Seller => expectDefined(all[number], `there is seller ${number}`)
  const brandOf = zipf(BRANDS.length, 0.7)
  const products: (Product | undefined)[] = []
  const makeProduct = (number: number): Product => {
    const { category } = seller(Math.floor(number / PRODUCTS_PER_SELLER))
    const draws = new Draws(seed, 'product', number)
    const brand = BRANDS[brandOf(draws.next())] ?? outOfRange()
    return {
      number,
      id: productIdOf(number),
      name: productName(draws, category, brand, number % PRODUCTS_PER_SELLER),
      brand,
      priceFen: price(draws, category),
      stock: draws.below(2_000),
    }
  }
  return {
    sellers,
    seller,
    product: (number) => (products[number] ??= makeProduct(number)),
  }
}

function makeSeller(seed: number, number: number): Seller {
  const draws = new Draws(seed, 'seller', number)
  const category = CATEGORIES[number % CATEGORIES.length] ?? outOfRange()
  const city = HOME_CITIES[zipf(HOME_CITIES.length, 0.5)(draws.next())] ?? outOfRange()
  const name = `${city}${draws.pick(BRANDS)}${category.name}店`
  return { number, id: sellerIdOf(number), name, city, category }
}

const ENGLISH_SHARE = 0.15

function productName(draws: Draws, category: Category, brand: string, shelf: number): string {
  const model = String(draws.between(100, 999))
  if (shelf === COMPUTER_SHELF) return `${brand}${category.computer}${model}`
  if (draws.chance(ENGLISH_SHARE)) {
    return `${brand} ${draws.pick(ENGLISH_STYLES)} ${draws.pick(category.englishNouns)} ${model}`
  }
  return `${brand}${draws.pick(STYLES)}${draws.pick(category.nouns)}${model}`
}

/** Low prices are more frequent, and most end as prices do. */
function price(draws: Draws, { cheapest, dearest }: Category): number {
  const yuan = Math.floor((cheapest * (dearest / cheapest) ** (draws.next() ** 1.5)) / 100)
  return yuan * 100 + draws.pick([0, 0, 80, 90, 90, 99])
}

/** A text of about a page, which is stored beside the product. */
export function introOf(seed: number, product: Product): string {
  const draws = new Draws(seed, 'intro', product.number)
  const sentences = Array.from({ length: draws.between(12, 40) }, () => {
    const [style, other] = [draws.pick(STYLES), draws.pick(STYLES)]
    const purpose = `适合${draws.pick(HOME_CITIES)}的${draws.pick(STYLES)}生活`
    return `${product.name}采用${style}设计，${other}，${purpose}。`
  })
  return sentences.join('\n')
}
