import { expect, test } from 'vitest'
import { metresBetween } from '../places/geometry.js'
import { QUARTER } from './map/quarter.js'
import { MILK_TEA } from './rows/shop-types.js'
import { shopMaker } from './shop-rows.js'

const shopAt = shopMaker(1)
const shops = Array.from({ length: 6_000 }, (_, row) => shopAt(row))
const metresOf = (shop: (typeof shops)[number]): number => metresBetween(shop, QUARTER)

test('a shop depends on its row alone', () => {
  expect(shopMaker(1)(5_123)).toEqual(shops[5_123])
  expect(shopMaker(2)(5_123)).not.toEqual(shops[5_123])
})

test('300 shops are within a kilometre, 40 of them milk tea, 25 of those at most 100 per head', () => {
  const near = shops.filter((shop) => metresOf(shop) <= 1_000)
  const teas = near.filter(({ type }) => type === MILK_TEA)
  expect(near).toHaveLength(300)
  expect(teas).toHaveLength(40)
  expect(teas.filter(({ averagePrice }) => averagePrice <= 100)).toHaveLength(25)
  expect(new Set(teas.map(({ score }) => score)).size).toBeLessThan(10)
})

test.each([999, 1_001])('some milk tea is %i m away', (metres) => {
  const found = shops.filter((shop) => Math.abs(metresOf(shop) - metres) < 0.1)
  expect(found.map(({ type }) => type)).toEqual([MILK_TEA, MILK_TEA, MILK_TEA, MILK_TEA])
})

test('the family of 沈 has 400 shops in Hangzhou, and others have nearly its name or are elsewhere', () => {
  const count = (begin: string, city: string): number =>
    shops.filter((shop) => shop.city === city && shop.name.startsWith(begin)).length
  expect(count('沈家', '杭州')).toBeGreaterThanOrEqual(400)
  expect(count('沈氏', '杭州')).toBeGreaterThanOrEqual(60)
  expect(count('老沈家', '杭州')).toBeGreaterThanOrEqual(60)
  expect(count('沈家', '上海')).toBeGreaterThanOrEqual(40)
})

test('every shop has a page: its own, or one of the console', () => {
  for (const { id, url } of shops) {
    if (!/^https?:/.test(url)) expect(url).toBe(`samples/shops/${id}`)
  }
  expect(shops.filter(({ url }) => url.startsWith('http')).length).toBeGreaterThan(90)
})

test('real shops say so', () => {
  const real = shops.filter(({ origin }) => origin === 'real')
  expect(real).toHaveLength(443)
  expect(new Set(real.map(({ district }) => district))).toEqual(new Set(['大稻埕']))
})

test('generated shops stand in clusters around real cities, most of them in China', () => {
  const drawn = shops.slice(1_500)
  const chinese = drawn.filter(({ name }) => /\p{sc=Han}/u.test(name))
  expect(chinese.length / drawn.length).toBeGreaterThan(0.6)
  expect(chinese.length / drawn.length).toBeLessThan(0.95)
})
