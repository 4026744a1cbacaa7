import { expect, test } from 'vitest'
import { divisionsOf, warnOfDivisions } from './division.js'

/** Ten devices of five sellers, and a hundred cards, in a thousand orders. */
const rows = Array.from({ length: 1000 }, (_, nth) => {
  const device = (nth * 7) % 10
  return [`d${device}`, `s${device % 5}`, `c${(nth * 13) % 97}`] as const
})

test('a seller that follows from the device adds no division', () => {
  const divisions = divisionsOf(
    ['device', 'seller'],
    rows.map(([device, seller]) => [device, seller]),
  )
  expect(divisions.map(({ column, isUseful }) => [column, isUseful])).toEqual([
    ['device', true],
    ['seller', false],
  ])
  expect(warnOfDivisions(divisions)).toEqual([
    'seller adds no division: it parts 0.0 % of the rows with the same device',
  ])
})

test('a card adds one', () => {
  const divisions = divisionsOf(
    ['device', 'card'],
    rows.map(([device, , card]) => [device, card]),
  )
  expect(warnOfDivisions(divisions)).toEqual([])
})

test('nothing is left to divide after a unique column', () => {
  const unique = rows.map(([device], nth) => [String(nth), device])
  expect(divisionsOf(['order', 'device'], unique).map(({ isUseful }) => isUseful)).toEqual([
    true,
    false,
  ])
})

test('values with the same concatenation are different keys', () => {
  const pairs = [
    ['a', 'bc', 'x'],
    ['ab', 'c', 'x'],
  ]
  expect(divisionsOf(['p', 'q', 'r'], pairs).map(({ share }) => share)).toEqual([0, 0, 0])
})
