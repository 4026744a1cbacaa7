import { expect, test } from 'vitest'
import {
  hasSpace,
  hexLine,
  hexLineCount,
  imageTypeOf,
  textLines,
  utf8Of,
  visibleSpace,
} from './byte-lines.js'

test('a line has its place, 8 bytes and their letters', () => {
  const bytes = new Uint8Array(10).fill(0x41)
  bytes[9] = 0
  expect(hexLineCount(bytes)).toBe(2)
  expect(hexLine(bytes, 0)).toBe(`000000  ${Array(8).fill('41').join(' ')}  ${'A'.repeat(8)}`)
  expect(hexLine(bytes, 1)).toBe(`000008  41 00${' '.repeat(18)}  A.`)
})

test('bytes are text only if they are UTF-8', () => {
  expect(utf8Of(new Uint8Array([0xe9, 0x93, 0x81]))).toBe('铁')
  expect(utf8Of(new Uint8Array([0xff]))).toBeUndefined()
})

test('images are known by their first bytes', () => {
  expect(imageTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]))).toBe('image/png')
  expect(imageTypeOf(new TextEncoder().encode('RIFF....WEBP'))).toBe('image/webp')
  expect(imageTypeOf(new TextEncoder().encode('<svg onload=alert()>'))).toBeUndefined()
})

test('long lines are broken, and nothing is lost', () => {
  const text = `${'a'.repeat(250)}\nb`
  expect(textLines(text).map(({ length }) => length)).toEqual([100, 100, 50, 1])
})

test('white space can be seen', () => {
  expect(visibleSpace(' a\tb\r\nc')).toBe('·a→\tb␍↵\nc')
})

test('marks of direction and other signs without a shape can be seen', () => {
  expect(hasSpace('\u202egnp.exe')).toBe(true)
  expect(hasSpace('png')).toBe(false)
  expect(hasSpace('Mia Lewis')).toBe(false)
  for (const text of ['Mia  Lewis', ' Mia', 'Mia ', 'Mia\tLewis', 'Mia\u00a0Lewis']) {
    expect(hasSpace(text), text).toBe(true)
  }
  expect(visibleSpace('\u202ea\u0000\u200bb')).toBe('[U+202E]a[U+0000][U+200B]b')
})
