import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPrices } from './prices.js'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const write = (text: string): Promise<void> => writeFile(join(folder.path, 'prices.json'), text)

const OWN = {
  currency: 'EUR',
  readUnitsPer10000: 1,
  writeUnitsPer10000: 2,
  storageGbMonth: 3,
  indexUnitHour: 4,
}

test('without a file the prices are examples, and say so', async () => {
  expect((await readPrices(folder.path)).areExamples).toBe(true)
  expect((await readPrices(undefined)).areExamples).toBe(true)
})

test('an edited file is read again each time', async () => {
  await write(JSON.stringify(OWN))
  expect(await readPrices(folder.path)).toEqual(OWN)
  await write(JSON.stringify({ ...OWN, storageGbMonth: 5 }))
  expect((await readPrices(folder.path)).storageGbMonth).toBe(5)
})

test.each(['{', '{}', JSON.stringify({ ...OWN, indexUnitHour: -1 })])(
  'a file that is no list of prices is named: %s',
  async (text) => {
    await write(text)
    await expect(readPrices(folder.path)).rejects.toThrow('prices.json')
  },
)
