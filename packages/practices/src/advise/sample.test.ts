import { expect, test } from 'vitest'
import { createSampler } from './sample.js'

test('a sample is spread over the whole file', () => {
  const sampler = createSampler(['n'], 100)
  for (let n = 0; n < 10_000; n++) sampler.add([String(n)])
  const { rows, rowCount, rowBytes } = sampler.finish()
  expect(rowCount).toBe(10_000)
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.length).toBeLessThanOrEqual(100)
  expect(new Set(rows.map(([n], at) => Number(n) - Number(rows[at - 1]?.[0] ?? -128)))).toEqual(
    new Set([128]),
  )
  expect(rowBytes).toBe(4)
})

test('rows and columns that do not fit are refused', () => {
  expect(() => createSampler(['a', 'b']).add(['1'])).toThrow('row 1 has 1 values for 2 columns')
  expect(() => createSampler(['a', 'a'])).toThrow('the column a stands there twice')
  expect(() => createSampler([])).toThrow('there are 0 columns')
})
