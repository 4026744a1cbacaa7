import { expect, test } from 'vitest'
import { shortNames } from './short-names.js'

test('names that fit stay whole', () => {
  expect(shortNames(['"a"', '12'], 3)).toEqual(['"a"', '12'])
})

test('the same beginning of long names is left out, and what differs is seen', () => {
  const names = ['"consumer-0100"', '"consumer-0200"', '"consumer-1000"']
  expect(shortNames(names, 6)).toEqual(['…0100', '…0200', '…1000'])
  expect(shortNames(['0x00ffaa01', '0x00ffab02'], 6)).toEqual(['…a01', '…b02'])
})

test('a name that is the beginning of another keeps a letter', () => {
  expect(shortNames(['"order"', '"order-12345"'], 8)).toEqual(['…r', '…r-12345'])
})

test('what is too long is left out in its middle, also in Chinese', () => {
  expect(shortNames(['"a-very-long-name"'], 7)).toEqual(['"a-…me"'])
  expect(shortNames(['"杭州市西湖区一"', '"北京市朝阳区二"'], 8)).toEqual(['"杭…一"', '"北…二"'])
})
