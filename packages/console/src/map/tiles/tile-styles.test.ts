import { expect, test } from 'vitest'
import { fillOf, lineOf, nameOf, rankOf } from './tile-styles.js'

const facts = (layer: string, properties: Record<string, string | number> = {}) => ({
  layer,
  properties,
})

test('both customs of naming layers are understood', () => {
  expect(fillOf(facts('earth'))).toBe('land')
  expect(fillOf(facts('landuse', { kind: 'park' }))).toBe('green')
  expect(fillOf(facts('landcover', { class: 'wood' }))).toBe('green')
  expect(fillOf(facts('landuse', { kind: 'industrial' }))).toBeUndefined()
  expect(lineOf(facts('roads', { kind: 'major_road' }))).toBe('major')
  expect(lineOf(facts('transportation', { class: 'primary' }))).toBe('major')
  expect(lineOf(facts('transportation', { class: 'service' }))).toBe('minor')
  expect(lineOf(facts('roads', { kind: 'rail' }))).toBeUndefined()
})

test('borders and the names of states are not drawn', () => {
  for (const layer of ['boundaries', 'boundary']) {
    expect(fillOf(facts(layer))).toBeUndefined()
    expect(lineOf(facts(layer))).toBeUndefined()
    expect(rankOf(facts(layer))).toBeUndefined()
  }
  expect(rankOf(facts('places', { kind: 'country' }))).toBeUndefined()
})

test('places stand before streets, and large ones before small ones', () => {
  const city = rankOf(facts('places', { kind: 'locality', population_rank: 12 })) ?? 0
  const village = rankOf(facts('places', { kind: 'locality', population_rank: 2 })) ?? 0
  const street = rankOf(facts('roads', { kind: 'major_road' })) ?? 0
  expect(city).toBeGreaterThan(village)
  expect(village).toBeGreaterThan(street)
})

test('names are in the language of the reader where the file has it', () => {
  const names = { name: '杭州市', 'name:en': 'Hangzhou', 'name:zh-Hant': '杭州市（繁）' }
  expect(nameOf(facts('places', names), 'en')).toBe('Hangzhou')
  expect(nameOf(facts('places', names), 'zh-TW')).toBe('杭州市（繁）')
  expect(nameOf(facts('places', names), 'ja')).toBe('杭州市')
  expect(nameOf(facts('places'), 'ja')).toBeUndefined()
})
