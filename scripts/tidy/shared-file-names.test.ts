import { expect, test } from 'vitest'
import { findSharedFileNames } from './shared-file-names.js'

const sharedOf = (...paths: readonly string[]): string[] =>
  findSharedFileNames(paths.map((path) => ({ path, text: '' }))).map(({ path }) => path)

test('a name that two things share is found', () => {
  expect(sharedOf('packages/engine/src/log/a.ts', 'packages/search/src/a.ts')).toEqual([
    'packages/search/src/a.ts',
  ])
  expect(sharedOf('packages/engine/src/log/a.ts', 'packages/engine/src/memory/a.ts')).toHaveLength(
    1,
  )
})

test('an operation, the files of every package, tests and other programs may share names', () => {
  const codec = 'packages/protocol/src/operations/put-row.ts'
  expect(sharedOf(codec, 'packages/engine/src/rows/put-row.ts')).toEqual([])
  expect(sharedOf('packages/engine/src/limits.ts', 'packages/search/src/limits.ts')).toEqual([])
  expect(sharedOf('packages/engine/src/a.test.ts', 'packages/server/src/a.test.ts')).toEqual([])
  expect(sharedOf('packages/engine/src/a.ts', 'bench/src/a.ts')).toEqual([])
})
