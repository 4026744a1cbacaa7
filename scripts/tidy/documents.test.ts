import { expect, test } from 'vitest'
import { findOddFileNames } from './file-names.js'
import { findForbiddenWords } from './forbidden-words.js'
import { findBadTitles } from './markdown-titles.js'
import { findMissingPaths } from './named-paths.js'
import { README_LINES_MAX, findBadReadmes, findUnnamedFolders } from './package-readme.js'

const lines = (found: readonly { line: number }[]): number[] => found.map(({ line }) => line)

test.each([
  ['no title', 'text'],
  ['text before the title', 'text\n# Title'],
  ['a blank line before the title', '\n# Title'],
  ['a title of the second level', '## Title'],
])('a page with %s is found', (_name, text) => {
  expect(findBadTitles({ path: 'a.md', text })).not.toEqual([])
})

test('headings keep their order and carry no punctuation', () => {
  const found = (text: string) => lines(findBadTitles({ path: 'a.md', text }))
  expect(found('# A\n## B\n### C\n## D')).toEqual([])
  expect(found('# A\n### C')).toEqual([2])
  expect(found('# A\n# B')).toEqual([2])
  expect(found('# A\n## B.')).toEqual([2])
  expect(found('# A\n```\n# no heading\n```')).toEqual([])
})

test('a path that a page names must exist', () => {
  const page = {
    path: 'a.md',
    text: 'see `packages/a/src/b.ts`,\n`docs/gone.md`, `packages/*/src`, `bench/results/a.json`',
  }
  const exists = (path: string): boolean => path === 'packages/a/src/b.ts'
  expect(lines(findMissingPaths(page, exists))).toEqual([2])
})

test('a package without a page, or with a long one, is found', () => {
  const manifest = { path: 'packages/a/package.json', text: '{}' }
  const readme = (count: number) => ({ path: 'packages/a/README.md', text: 'x\n'.repeat(count) })
  expect(findBadReadmes([manifest])).toHaveLength(1)
  expect(findBadReadmes([manifest, readme(README_LINES_MAX)])).toEqual([])
  expect(findBadReadmes([manifest, readme(README_LINES_MAX + 1)])).toHaveLength(1)
})

test('a folder that its package does not name, and a name without a folder, are found', () => {
  const source = { path: 'packages/a/src/rows/get.ts', text: '' }
  const page = (text: string) => ({ path: 'packages/a/README.md', text })
  expect(findUnnamedFolders([source, page('| `rows` | all |\n')])).toEqual([])
  expect(findUnnamedFolders([source, page('rows\n')])).toHaveLength(1)
  expect(findUnnamedFolders([source, page('| `rows`, `log` | all |\n')])).toHaveLength(1)
})

test.each(['putRow.ts', 'PutRow.ts', 'put_row.ts', 'put-row.spec.ts'])(
  '%s is an odd name',
  (name) => {
    expect(findOddFileNames({ path: `packages/a/src/${name}`, text: '' })).toHaveLength(1)
  },
)

test.each(['put-row.ts', 'put-row.test.ts', 'vitest.config.ts', 'test.mjs', 'crc8.ts'])(
  '%s is a good name',
  (name) => {
    expect(findOddFileNames({ path: `packages/a/src/${name}`, text: '' })).toEqual([])
  },
)

const slash = '/'

test.each([
  `see ${slash}home/anna/notes.md`,
  `open('${slash}work/data')`,
  `const folder = '${slash}tmp/rows'`,
  `https:${slash}/registry.example.com/pino`,
  `https:${slash}/proxy.example.com/artifactory/npm`,
  `(table${' '}sheet §8)`,
])('"%s" is of one machine or reader only', (text) => {
  expect(findForbiddenWords({ path: 'packages/a/src/b.ts', text })).toHaveLength(1)
})

test('addresses of the service and words inside paths are fine', () => {
  const text = 'https://example.com/home/page\n../work/plan\npackages/home/a\ntmpdir()\n./tmp/a'
  expect(findForbiddenWords({ path: 'packages/a/src/b.ts', text })).toEqual([])
  expect(findForbiddenWords({ path: 'packages/a/src/b.test.ts', text: `'${slash}tmp/x'` })).toEqual(
    [],
  )
})
