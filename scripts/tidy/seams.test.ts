import { expect, test } from 'vitest'
import { findBrokenSeams } from './seams.js'

const lines = (path: string, text: string): number[] =>
  findBrokenSeams({ path, text }).map((finding) => finding.line)

const ENGINE = 'packages/engine/src/log/a.ts'

test.each([
  "import { open } from 'node:fs/promises'",
  "import fs from 'node:fs'",
  'const now = Date.now()',
  'f(Math.random)',
  'const t = performance.now()',
])('%s in the engine is found', (text) => {
  expect(lines(ENGINE, text)).toEqual([1])
})

test('the platform package, tests and other packages may use the real ones', () => {
  const text = "import 'node:fs'\nDate.now()"
  expect(lines('packages/platform/src/files.ts', text)).toEqual([])
  expect(lines('packages/engine/src/log/a.test.ts', text)).toEqual([])
  expect(lines('packages/server/src/a.ts', text)).toEqual([])
})

test('words in comments and strings do not count', () => {
  expect(lines(ENGINE, "// Date.now()\nconst a = 'Math.random()'")).toEqual([])
})
