import { expect, test } from 'vitest'
import { foldCase } from './fold-case.js'

test('keeps the length of every character', () => {
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const character = String.fromCodePoint(code)
    if (foldCase(character).length !== character.length)
      expect(character).toBe('of the same length')
  }
})

test('a word is folded the same alone and inside a text', () => {
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('ΟΔΟΣΑ').slice(0, 4))
  expect(foldCase('IİStraße')).toBe('iistraße')
})
