import { expect, test } from 'vitest'
import { findWrongDirections } from './import-direction.js'

const messages = (path: string, text: string): string[] =>
  findWrongDirections({ path, text }).map((finding) => finding.message)

test.each([
  [
    'packages/protocol/src/a.ts',
    "import { b } from '@rowhouse/engine'",
    'protocol may not import engine',
  ],
  ['packages/engine/src/a.ts', "export * from '@rowhouse/server'", 'engine may not import server'],
  [
    'packages/engine/src/a.ts',
    "await import('@rowhouse/cli/testing')",
    'engine may not import cli',
  ],
  [
    'packages/server/src/a.ts',
    "import type { B } from '@rowhouse/client'",
    'server may not import client',
  ],
  ['conformance/src/a.ts', "import '@rowhouse/protocol'", 'conformance may not import protocol'],
  ['bench/src/a.ts', "import '@rowhouse/server'", 'bench may not import server'],
])('%s: %s', (path, text, message) => {
  expect(messages(path, text)).toEqual([message])
})

test('imports of earlier packages and within a package are allowed', () => {
  expect(messages('packages/server/src/a.ts', "import { b } from '@rowhouse/engine'")).toEqual([])
  expect(
    messages('packages/cli/src/a.ts', "import { b } from '@rowhouse/protocol/testing'"),
  ).toEqual([])
  expect(messages('packages/engine/src/rows/a.ts', "import { b } from '../keys/b.js'")).toEqual([])
})

test('a relative path may not leave the package', () => {
  expect(messages('packages/server/src/a.ts', "import '../../engine/src/b.js'")).toHaveLength(1)
  expect(messages('bench/src/a.ts', "import '../../packages/protocol/src/b.js'")).toHaveLength(1)
})
