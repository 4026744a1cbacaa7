import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.js'
import { parsePage, renderPage } from './page.js'
import type { Result, Sdk, Status } from './sdk.js'

const sdk = (id: string, title: string): Sdk => ({
  id,
  title,
  packageName: 'package',
  version: '1',
  prepare: async () => ({ missing: 'never run' }),
})

const one = sdk('one', 'One')
const two = sdk('two', 'Two')
const sdks = [one, two]

const catalogue: Catalogue = {
  served: { GetRow: ['a feature', 'another'] },
  gaps: { Topic: ['Search'] },
}

const result = (
  from: Sdk,
  operation: string,
  feature: string,
  status: Status,
  name = 'a test',
): Result => ({ operation, feature, test: name, status, note: '', sdk: from.id, mode: 'a mode' })

const cells = (page: string): unknown =>
  Object.fromEntries(
    [...parsePage(page)].map(([section, rows]) => [
      section,
      Object.fromEntries([...rows].map(([row, columns]) => [row, [...columns.values()]])),
    ]),
  )

const first = renderPage({
  catalogue,
  before: '',
  sdks,
  ran: sdks,
  results: [
    result(one, 'GetRow', 'a feature', 'pass'),
    result(one, 'GetRow', 'a feature', 'pass', 'a second test'),
    result(one, 'GetRow', 'another', 'skip'),
    result(one, 'Search', 'not served yet', 'expected-failure'),
    result(two, 'GetRow', 'a feature', 'pass'),
    result(two, 'GetRow', 'another', 'pass'),
    result(two, 'GetRow', 'another', 'fail', 'a second test'),
  ],
})

test('the page shows the results of each SDK for every feature', () => {
  expect(cells(first)).toEqual({
    GetRow: { 'a feature': ['yes (2)', 'yes'], another: ['skipped', '**no**'] },
    Topic: { Search: ['refused', '–'] },
  })
})

test('the columns of SDKs that did not run stay unchanged', () => {
  const results = [result(two, 'GetRow', 'another', 'pass')]
  const next = renderPage({ catalogue, before: first, sdks, ran: [two], results })
  expect(cells(next)).toEqual({
    GetRow: { 'a feature': ['yes (2)', '–'], another: ['skipped', 'yes'] },
    Topic: { Search: ['refused', '–'] },
  })
})

test('the same results make the same page', () => {
  expect(renderPage({ catalogue, before: first, sdks, ran: [], results: [] })).toBe(first)
})
