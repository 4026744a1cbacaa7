import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeTypes } from './write-types.mjs'

test('declarations are copied with what they import, and need no package but the shared ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'a/dist/index.d.ts':
      "import type { X } from 'undici';\nexport type { B } from '@rowhouse/b';\n" +
      "export type { C } from './deep/c.js';\nexport type { E } from '@rowhouse/e';\n",
    'a/dist/deep/c.d.ts':
      "export type C = import('@rowhouse/d').D;\n//# sourceMappingURL=c.d.ts.map\n",
    'a/dist/other.d.ts': 'export type Other = 1;\n',
    'b/dist/index.d.ts': 'export type B = 1;\n',
    'd/dist/only/d.d.ts': 'export type D = 1;\n',
    'e/dist/index.d.ts': 'export type E = 1;\n',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const types = join(folder, 'types')
  const typesOf = { '@rowhouse/d': 'only/d.d.ts' }
  writeTypes([join(folder, 'a/dist/index.d.ts')], types, typesOf, ['@rowhouse/e'], folder)
  const names = readdirSync(types, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.ts')).toSorted()).toEqual(
    ['a/index.d.ts', 'a/deep/c.d.ts', 'b/index.d.ts', 'd/only/d.d.ts']
      .map((n) => join(n))
      .toSorted(),
  )
  expect(readFileSync(join(types, 'a/index.d.ts'), 'utf8')).toBe(
    "import type { X } from 'undici';\nexport type { B } from '../b/index.js';\n" +
      "export type { C } from './deep/c.js';\nexport type { E } from '@rowhouse/e';\n",
  )
  expect(readFileSync(join(types, 'a/deep/c.d.ts'), 'utf8')).toBe(
    "export type C = import('../../d/only/d.js').D;\n",
  )
})
