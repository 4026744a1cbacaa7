import { expect, test } from 'vitest'
import { FILE_LINES_MAX, LINE_CHARACTERS_MAX, findLongFiles, findLongLines } from './lengths.js'

test('a file may have the maximum of lines and not one more', () => {
  const lines = (count: number) => ({ path: 'a.ts', text: 'x\n'.repeat(count) })
  expect(findLongFiles(lines(FILE_LINES_MAX))).toEqual([])
  expect(findLongFiles(lines(FILE_LINES_MAX + 1))).toHaveLength(1)
})

test('a line may have the maximum width and no more, unless it cannot be broken', () => {
  const text = (width: number) => ({ path: 'a.ts', text: `short\n${'x'.repeat(width)}` })
  expect(findLongLines(text(LINE_CHARACTERS_MAX))).toEqual([])
  expect(findLongLines(text(LINE_CHARACTERS_MAX + 1))).toMatchObject([{ line: 2 }])
  const broken = (line: string) => findLongLines({ path: 'a.ts', text: line })
  expect(broken(`// https://example.com/${'x'.repeat(200)}`)).toEqual([])
  const literal = `\`${'x'.repeat(200)}\`,`
  expect(broken(`      ${literal}`)).toEqual([])
  expect(broken(`const a = ${literal}`)).toHaveLength(1)
})
