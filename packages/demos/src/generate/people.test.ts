import { expect, test } from 'vitest'
import { Draws } from './draws.js'
import { personName } from './people.js'

test('names are Chinese and English', () => {
  const names = Array.from({ length: 1_000 }, (_, row) => personName(new Draws(1, 'people', row)))
  const english = names.filter((name) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name)).length
  const chinese = names.filter((name) => /^\p{Script=Han}{2,3}$/u.test(name)).length
  expect(english + chinese).toBe(1_000)
  expect(english).toBeGreaterThan(50)
  expect(english).toBeLessThan(200)
})
