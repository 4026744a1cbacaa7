import { operationNames } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { type FuzzCase, layerNames, makeCase } from './fuzz-case.js'
import { Signer } from './http/envelope.js'

const signer = new Signer()
const cases = Array.from({ length: 30_000 }, (_, index) => makeCase(1, index, signer))

/** A case without its dates and signatures, which differ from run to run. */
const withoutTimes = ({ index, layer, operation, body, expected }: FuzzCase) => ({
  index,
  layer,
  operation,
  expected,
  bytes: body.length,
})

test('a seed and a number make the same request, without those before it', () => {
  for (const index of [0, 1, 17, 4000]) {
    const made = cases[index]
    if (made === undefined) throw new Error('no such case')
    expect(withoutTimes(makeCase(1, index, signer))).toEqual(withoutTimes(made))
  }
})

test('other seeds make other requests', () => {
  const bodies = [1, 2, 3, 4].map((seed) => makeCase(seed, 5, signer).body.toString('hex'))
  expect(new Set(bodies).size).toBe(4)
})

test('every operation is called, in every layer', () => {
  const asked = new Set(cases.map(({ operation }) => operation))
  for (const { name } of operationNames) expect(asked).toContain(name)
  expect(new Set(cases.map(({ layer }) => layer))).toEqual(new Set(layerNames))
})

test('no request is much larger than the server accepts', () => {
  const sizes = cases.map(({ body }) => body.length)
  expect(Math.max(...sizes)).toBeLessThan(32 * 1024 * 1024)
  expect(makeCase(42, 108_676, signer).body.length).toBeLessThan(32 * 1024 * 1024)
})
