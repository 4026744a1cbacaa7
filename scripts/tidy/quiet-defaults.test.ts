import { expect, test } from 'vitest'
import { findQuietDefaults } from './quiet-defaults.js'

const lines = (text: string, path = 'packages/engine/src/keys/escape.ts'): number[] =>
  findQuietDefaults({ path, text }).map((finding) => finding.line)

test.each([
  'items[at] ?? 0',
  "names[at - 1] ?? ''",
  'sums[0] ?? 0n',
  'items.at(-1) ?? 0',
  'items.pop() ?? 0',
])('%s is found', (text) => {
  expect(lines(`// why\nconst value = ${text}`)).toEqual([2])
})

test.each([
  'counts.get(name) ?? 0',
  'status?.rows ?? 0',
  "process.env['HOME'] ?? ''",
  'items[at] ?? other',
  'items.at(-1) ?? NO_MORE',
  'sums?.at(bucket) ?? 0',
])('%s is fine', (text) => {
  expect(lines(`const value = ${text}`)).toEqual([])
})

test('tests, hash tables and packages outside of the rule may have them', () => {
  const text = 'const value = items[at] ?? 0'
  expect(lines(text, 'packages/engine/src/keys/escape.test.ts')).toEqual([])
  expect(lines(text, 'packages/engine/src/partitions/pending-index.ts')).toEqual([])
  expect(lines(text, 'packages/demos/src/rows.ts')).toEqual([])
  expect(lines(text, 'packages/cli/src/rows.ts')).toEqual([1])
  expect(lines(text, 'packages/search-engine/src/bits/bit-set.ts')).toEqual([1])
})
