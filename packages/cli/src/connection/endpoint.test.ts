import { expect, test } from 'vitest'
import { originOf, reachSameInstance } from './endpoint.js'

const at = (endpoint: string, instance = 'i') => ({
  endpoint,
  instance,
  accessKey: { id: 'id', secret: 'secret' },
})

test('spellings of one address reach the same instance', () => {
  const here = at('http://localhost:8087')
  for (const same of ['http://localhost:8087/', 'http://127.0.0.1:8087', 'HTTP://[::1]:8087'])
    expect(reachSameInstance(here, at(same))).toBe(true)
  for (const other of ['http://localhost:8088', 'https://localhost:8087', 'http://10.0.0.1:8087'])
    expect(reachSameInstance(here, at(other))).toBe(false)
  expect(reachSameInstance(here, at('http://localhost:8087', 'j'))).toBe(false)
})

test.each(['localhost:8087', 'ftp://host', '', 'http://'])('%j is no endpoint', (endpoint) => {
  expect(() => originOf(endpoint)).toThrow('is no http or https address')
})
