import { expect, test } from 'vitest'
import { findQuietDefaults } from './quiet-defaults.js'

const lines = (text: string, path = 'packages/engine/src/keys/escape.ts'): number[] =>
  findQuietDefaults({ path, text }).map((finding) => finding.line)

test.each(['items[at] ?? 0', "names[at - 1] ?? ''", 'sums[0] ?? 0n'])('%s is found', (text) => {
  expect(lines(`// why\nconst value = ${text}`)).toEqual([2])
})

test.each([
  'counts.get(name) ?? 0',
  'status?.rows ?? 0',
  "process.env['HOME'] ?? ''",
  'items[at] ?? other',
])('%s is fine', (text) => {
  expect(lines(`const value = ${text}`)).toEqual([])
})

test('tests, hash tables and the loops of the search engine may', () => {
  const text = 'const value = items[at] ?? 0'
  expect(lines(text, 'packages/engine/src/keys/escape.test.ts')).toEqual([])
  expect(lines(text, 'packages/engine/src/partitions/pending-index.ts')).toEqual([])
  expect(lines(text, 'packages/search-engine/src/bits/read-bits.ts')).toEqual([])
})
