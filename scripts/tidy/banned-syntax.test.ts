import { expect, test } from 'vitest'
import { findBannedSyntax } from './banned-syntax.js'

const lines = (text: string, path = 'packages/engine/src/a.ts'): number[] =>
  findBannedSyntax({ path, text }).map((finding) => finding.line)

test.each([
  ['any as a type', 'const a: any = 1'],
  ['any inside a type', 'type A = Map<string, any[]>'],
  ['any in a cast', 'f(b as any)'],
  ['a default export', 'export default 1'],
  ['an enum', 'enum A { B }'],
  ['a variable of the module', 'let a = 1'],
  ['an exported variable', 'export let a = 1'],
  ['var', 'var a = 1'],
  ['a mocked module', "vi.mock('./b.js')"],
  ['one inside of a test', "test('a', () => { vi.doMock('./b.js') })"],
])('%s is found', (_name, text) => {
  expect(lines(`// a comment\n${text}`)).toEqual([2])
})

test.each([
  ['the word any', "// any\nconst any = 'any: any'"],
  ['a variable of a function', 'export const f = () => {\n  let a = 1\n  return a\n}'],
  ['constants', 'export const a = 1'],
  ['mocks of what was passed in', 'const a = vi.fn(); b.mock(); vi.spyOn(a, "b")'],
])('%s is allowed', (_name, text) => {
  expect(lines(text)).toEqual([])
})

test('configuration may have a default export, and tests fixtures', () => {
  expect(lines('export default {}', 'vitest.config.ts')).toEqual([])
  expect(lines('let folder = 1', 'packages/engine/src/a.test.ts')).toEqual([])
})
