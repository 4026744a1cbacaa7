import { expectDefined } from '@rowhouse/platform'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys } from '../testing/splices.js'
import type { KeyRange } from '../splice/splice-range.js'
import { fanOutPrice, fanOutScan } from './fan-out.js'
import { createHashPrefix } from './hash-prefix.js'

const hash = createHashPrefix({ algorithm: 'md5', length: 1 })

/** A table of hashed keys that counts its requests. */
function tableOf(values: readonly string[]) {
  const keys = values.map(hash.add).toSorted(compareKeys)
  const asked: KeyRange[] = []
  const read = async (range: KeyRange): Promise<string[]> => {
    asked.push(range)
    const { start, end } = {
      start: expectDefined(range.start, ''),
      end: expectDefined(range.end, ''),
    }
    return keys.filter((key) => compareKeys(key, start) >= 0 && compareKeys(key, end) < 0)
  }
  return { read, asked }
}

test('a scan over all prefixes returns neighbours in order', async () => {
  const digits = fc.integer({ min: 100, max: 999 }).map(String)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(digits), digits, digits, async (values, a, b) => {
      const [from = '', to = ''] = [a, b].toSorted()
      const { read, asked } = tableOf(values)
      const rows = await fanOutScan(hash, { from, to }, read, { valueOf: hash.remove })
      expect(rows.map(hash.remove)).toEqual(
        values.filter((value) => value >= from && value < to).toSorted(),
      )
      expect(asked).toHaveLength(fanOutPrice(hash).requests)
    }),
  )
})

test('a scan with too many requests is refused, with its cost', async () => {
  const four = createHashPrefix()
  const { read } = tableOf([])
  const scan = fanOutScan(four, { from: '1', to: '2' }, read, { valueOf: String, rangesMax: 256 })
  await expect(scan).rejects.toThrow('at least 65536 requests')
})

test('a range that fails fails the scan', async () => {
  const read = async (): Promise<string[]> => {
    throw new Error('busy')
  }
  const scan = fanOutScan(hash, { from: '1', to: '2' }, read, { valueOf: String })
  await expect(scan).rejects.toThrow('busy')
})
