import { expect, test } from 'vitest'
import {
  findBadDependencies,
  findUndeclaredImports,
  findVersionConflicts,
  readManifest,
} from './dependencies.js'
import type { TextFile } from './repository.js'

const manifest = (content: object, path = 'packages/a/package.json'): TextFile => ({
  path,
  text: JSON.stringify({ name: '@rowhouse/a', private: true, ...content }),
})

test('known packages in exact versions are fine', () => {
  const dependencies = { pino: '10.4.0', '@rowhouse/protocol': '0.1.0' }
  expect(findBadDependencies(manifest({ dependencies }))).toEqual([])
})

test.each([
  ['an unknown package', { dependencies: { 'left-pad': '1.3.0' } }],
  ['a caret', { dependencies: { pino: '^10.4.0' } }],
  ['a tag', { devDependencies: { vitest: 'latest' } }],
  ['an address', { dependencies: { zod: 'git+https://example.com/zod.git' } }],
  ['a development package at run time', { dependencies: { tablestore: '5.6.5' } }],
  ['an unknown optional package', { optionalDependencies: { lmdb: '3.5.6' } }],
])('%s is found', (_name, content) => {
  expect(findBadDependencies(manifest(content))).toHaveLength(1)
})

test('one package in two versions is found', () => {
  const one = manifest({ dependencies: { zod: '4.6.7' } })
  const other = manifest({ devDependencies: { zod: '4.6.8' } }, 'packages/b/package.json')
  const third = manifest({ optionalDependencies: { zod: '4.6.9' } }, 'packages/c/package.json')
  expect(findVersionConflicts([one, one])).toEqual([])
  expect(findVersionConflicts([one, other])).toHaveLength(1)
  expect(findVersionConflicts([one, third])).toHaveLength(1)
})

test('an undeclared module is found', () => {
  const own = readManifest(
    manifest({
      dependencies: { pino: '10.4.0' },
      optionalDependencies: { '@opentelemetry/api': '1.9.1' },
    }),
  )
  const root = readManifest(manifest({ devDependencies: { vitest: '4.1.12' } }))
  const found = (path: string, text: string): string[] =>
    findUndeclaredImports({ path, text }, own, root).map((finding) => finding.message)
  expect(found('packages/a/src/b.ts', "import 'node:fs'\nimport 'pino'\nimport './c.js'")).toEqual(
    [],
  )
  expect(found('packages/a/src/b.ts', "await import('@opentelemetry/api')")).toEqual([])
  expect(found('packages/a/src/b.ts', "import 'zod/mini'")).toEqual([
    'zod is not declared for this file',
  ])
  expect(found('packages/a/src/b.ts', "import 'vitest'")).toHaveLength(1)
  expect(found('packages/a/src/b.test.ts', "import 'vitest'")).toEqual([])
})

test('dependencies that are bundled into the published program count as run time', () => {
  const published = { private: false, devDependencies: { tablestore: '5.6.5' } }
  expect(findBadDependencies(manifest(published))).toHaveLength(1)
  const own = readManifest(manifest({ private: false, devDependencies: { pino: '10.4.0' } }))
  const file = { path: 'packages/a/src/b.ts', text: "import 'pino'" }
  expect(findUndeclaredImports(file, own, readManifest(manifest({})))).toEqual([])
})
