import { Draws } from '@rowhouse/demos'
import { permuteCounter } from '../../rows/key-permutation.js'
import { drawRank, WORDS, wordOf } from './words.js'

/** One document of the search benchmarks. */
export interface Order {
  readonly number: number
  readonly customer: string
  readonly seller: string
  readonly category: string
  readonly sku: string
  readonly status: string
  /** Hundredths. */
  readonly amount: number
  readonly rating: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly title: string
  readonly latitude: number
  readonly longitude: number
  readonly tags: readonly OrderTag[]
}

export interface OrderTag {
  readonly tag: string
  readonly score: number
}

/** The number of documents decides the numbers of customers and articles. */
export interface OrderScale {
  readonly documents: number
}

export const SELLERS = 5_000
export const CATEGORIES = 200
export const TAGS = 1_000
export const STATUSES = ['created', 'paid', 'shipped', 'delivered', 'cancelled'] as const
export const FIRST_DAY = Date.UTC(2024, 0, 1)
export const DAYS = 730
export const DAY_MS = 86_400_000
/** A square of 112 by 112 km with its corner here: 1 km around a point has 250 of a million orders. */
export const CORNER = { latitude: 30, longitude: 120 } as const
export const LATITUDE_SPAN = 1.007
export const LONGITUDE_SPAN = 1.168
const DOCUMENTS_PER_CUSTOMER = 20
const DOCUMENTS_PER_SKU = 4
const AMOUNT_MAX = 1_000_000
const TITLE_WORDS_MIN = 6
const TITLE_WORDS_MORE = 5
const TAGS_MAX = 4
const SKU_DIGITS = 8

/** Makes orders; the list of words is made only once. */
export type OrderMaker = (number: number, revision: number) => Order

/**
 * Makes the order with a number from the number alone. A later revision has another status, amount and
 * rating.
 */
export function orderMaker(scale: OrderScale): OrderMaker {
  const words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank))
  const customers = Math.max(1, Math.floor(scale.documents / DOCUMENTS_PER_CUSTOMER))
  const skus = Math.max(1, Math.floor(scale.documents / DOCUMENTS_PER_SKU))
  return (number, revision) => {
    const fixed = drawsOf(0, number)
    const changing = drawsOf(revision + 1, number)
    return {
      number,
      customer: `c${digits(whole(fixed, customers), 8)}`,
      seller: sellerOf(whole(fixed, SELLERS)),
      category: categoryOf(drawRank(fixed, CATEGORIES)),
      sku: skuOf(whole(fixed, skus)),
      createdAt: FIRST_DAY + Math.floor(fixed() * DAYS * DAY_MS),
      latitude: rounded(CORNER.latitude + fixed() * LATITUDE_SPAN),
      longitude: rounded(CORNER.longitude + fixed() * LONGITUDE_SPAN),
      title: titleOf(fixed, words),
      tags: tagsOf(fixed),
      status: STATUSES[drawRank(changing, STATUSES.length)] ?? STATUSES[0],
      amount: 100 + Math.floor(changing() ** 2 * AMOUNT_MAX),
      rating: Math.round(10 + changing() * 40) / 10,
    }
  }
}

function drawsOf(seed: number, number: number): () => number {
  const draws = new Draws(seed, 'search document', number)
  return () => draws.next()
}

export function sellerOf(index: number): string {
  return `s${digits(index, 4)}`
}

export function categoryOf(rank: number): string {
  return `category-${digits(rank, 3)}`
}

export function tagOf(rank: number): string {
  return `tag-${digits(rank, 4)}`
}

/** Article codes in no order, so that the matches of a wildcard are anywhere. */
export function skuOf(index: number): string {
  const mixed = permuteCounter(index) % 36 ** SKU_DIGITS
  return `sku-${mixed.toString(36).padStart(SKU_DIGITS, '0')}`
}

function titleOf(random: () => number, words: readonly string[]): string {
  const count = TITLE_WORDS_MIN + whole(random, TITLE_WORDS_MORE)
  let title = words[drawRank(random, WORDS)] ?? ''
  for (let i = 1; i < count; i += 1) title += ` ${words[drawRank(random, WORDS)] ?? ''}`
  return title
}

function tagsOf(random: () => number): OrderTag[] {
  const count = whole(random, TAGS_MAX + 1)
  return Array.from({ length: count }, () => ({
    tag: tagOf(drawRank(random, TAGS)),
    score: Math.round(random() * 1000) / 1000,
  }))
}

function whole(random: () => number, below: number): number {
  return Math.floor(random() * below)
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

/** Six decimal places, about 0.1 m. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
