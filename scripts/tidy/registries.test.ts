import { expect, test } from 'vitest'
import {
  findSentLaterCodes,
  findUndocumentedCodes,
  findUndocumentedTexts,
  findUntestedCodes,
  laterCodes,
} from './error-codes.js'
import { findUnusedLimits } from './unused-limits.js'

const source = (text: string) => ({ path: 'packages/engine/src/a.ts', text })
const later = new Set(['LATER_MAX'])
const bounds = (name: string) => ({
  path: 'packages/engine/src/limits.ts',
  text: `export const limits = {\n  ${name}: 1,\n} as const\n`,
})

test('a bound that no other file reads is found', () => {
  expect(findUnusedLimits(bounds('ROWS_MAX'), [source('limits.ROWS_MAX')], later)).toEqual([])
  expect(findUnusedLimits(bounds('ROWS_MAX'), [source('limits.ROWS_MAXIMUM')], later)).toHaveLength(
    1,
  )
  const definition = bounds('ROWS_MAX')
  expect(findUnusedLimits(definition, [definition], later)).toHaveLength(1)
})

test('a bound of a later version is fine until it is used', () => {
  expect(findUnusedLimits(bounds('LATER_MAX'), [source('')], later)).toEqual([])
  expect(findUnusedLimits(bounds('LATER_MAX'), [source('limits.LATER_MAX')], later)).toHaveLength(1)
})

const page = (rows: string) => ({ path: 'docs/errors.md', text: `# Errors\n\n${rows}\n` })
const busy = { code: 'OTSServerBusy', status: 503 }

test('the page must have each code once, with its status, and no other', () => {
  const found = (rows: string): number => findUndocumentedCodes(page(rows), [busy]).length
  expect(found('| `OTSServerBusy` | 503 | Server is busy. |')).toBe(0)
  expect(found('')).toBe(1)
  expect(found('| `OTSServerBusy` | 500 | Server is busy. |')).toBe(1)
  expect(found('| `OTSServerBusy` | 503 |\n| `OTSServerBusy` | 503 |')).toBe(1)
  expect(found('| `OTSServerBusy` | 503 |\n| `OTSGone` | 404 |')).toBe(1)
})

test('the page must have each text', () => {
  expect(findUndocumentedTexts(page('Server is busy.'), ['Server is busy.', '…'])).toEqual([])
  expect(findUndocumentedTexts(page('Server busy.'), ['Server is busy.'])).toHaveLength(1)
})

test('a code must be provoked by a test, or be one that is not sent yet', () => {
  const none = new Set<string>()
  expect(findUntestedCodes([busy], none, [source("expect(code).toBe('OTSServerBusy')")])).toEqual(
    [],
  )
  expect(findUntestedCodes([busy], none, [])).toHaveLength(1)
  const text = '| `OTSTimeout` | 503 |\n\n## Not sent yet\n\n| `OTSServerBusy` | 503 |'
  expect(laterCodes(page(text))).toEqual(new Set(['OTSServerBusy']))
  expect(findUntestedCodes([busy], laterCodes(page(text)), [])).toEqual([])
})

test('a code that is sent must not be among those that are not', () => {
  const factories = new Map([['serverBusy', 'OTSServerBusy']])
  const sources = [source('throw errors.serverBusy()')]
  expect(findSentLaterCodes(factories, new Set(['OTSServerBusy']), sources)).toHaveLength(1)
  expect(findSentLaterCodes(factories, new Set(['OTSTimeout']), sources)).toEqual([])
  expect(findSentLaterCodes(factories, new Set(['OTSServerBusy']), [])).toEqual([])
})
