import { createHash, hashBytes } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { HASH_BUCKETS, hashTerms } from './term-hashes.js'

test('each term has its value and tag in its bucket', () => {
  const terms = Array.from({ length: 5_000 }, (_, nth) => Buffer.from(`term ${nth}`))
  const { starts, values, tags } = hashTerms(terms.length, (nth) => terms[nth] ?? Buffer.alloc(0))
  const found: string[] = []
  for (let bucket = 0; bucket < HASH_BUCKETS; bucket++) {
    for (let at = starts[bucket] ?? 0; at < (starts[bucket + 1] ?? 0); at++) {
      found.push(`${bucket} ${values[at]} ${tags[at]}`)
    }
  }
  const hash = createHash()
  const expected = terms.map((term) => {
    hashBytes(term, 0, term.length, hash)
    const bits = (BigInt(hash.high) << 32n) | BigInt(hash.low)
    return `${bits >> 48n} ${(bits >> 16n) & 0xff_ff_ff_ffn} ${(bits >> 8n) & 0xffn}`
  })
  expect(found.sort()).toEqual(expected.sort())
})
