import { expect, test } from 'vitest'
import { FUNCTION_LINES_MAX, findLongFunctions } from './function-length.js'

/** A body with which the whole function has so many lines. */
const bodyOf = (lines: number): string => `{\n${'  work()\n'.repeat(lines - 2)}}`
const file = (text: string) => ({ path: 'a.ts', text })

test.each([
  ['a declaration', (body: string) => `export function f(): void ${body}`],
  ['an arrow', (body: string) => `const f = async (a: number): Promise<{ b: number }> => ${body}`],
  ['a method', (body: string) => `class A {\nb(): void ${body}\n}`],
  ['a method of an object', (body: string) => `const o = {\nb() ${body},\n}`],
  ['a getter', (body: string) => `const o = {\nget b() ${body},\n}`],
])('%s may have the maximum of lines and not one more', (_name, wrap) => {
  expect(findLongFunctions(file(wrap(bodyOf(FUNCTION_LINES_MAX))))).toEqual([])
  expect(findLongFunctions(file(wrap(bodyOf(FUNCTION_LINES_MAX + 1))))).toHaveLength(1)
})

test('a list of tests may be long, a test in it may not', () => {
  const list = `describe('x', () => {\n${"test('y', () => {})\n".repeat(90)}})`
  expect(findLongFunctions(file(list))).toEqual([])
  const suite = `export const suite = () => {\n${"test.each([1])('y', () => {})\n".repeat(90)}}`
  expect(findLongFunctions(file(suite))).toEqual([])
  expect(findLongFunctions(file(`test('y', () => ${bodyOf(90)})`))).toHaveLength(1)
})

test('braces in strings and comments do not count', () => {
  const text = `const a = () => {\n  // {{{\n  return '{{{' + \`{\${1}\`\n}\nconst b = ${'[\n'.repeat(80)}`
  expect(findLongFunctions(file(`${text}${']'.repeat(80)}`))).toEqual([])
})
