import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'

const price = z.number().check(z.minimum(0))

/** What the operator fills in; nobody else knows the prices of a contract. */
export const prices = z.object({
  currency: z.string(),
  /** Removed, or false, once the prices are those of a contract. */
  areExamples: z.optional(z.boolean()),
  readUnitsPer10000: price,
  writeUnitsPer10000: price,
  storageGbMonth: price,
  indexUnitHour: price,
})
export type Prices = z.output<typeof prices>

const EXAMPLE_PRICES: Prices = {
  currency: 'CNY',
  areExamples: true,
  readUnitsPer10000: 0.01,
  writeUnitsPer10000: 0.02,
  storageGbMonth: 1,
  indexUnitHour: 0.001,
}

const PRICES_FILE = 'prices.json'

/** The prices of a data folder; examples where it has no such file. */
export async function readPrices(folder: string | undefined): Promise<Prices> {
  if (folder === undefined) return EXAMPLE_PRICES
  const text = await readFile(join(folder, PRICES_FILE), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (text === undefined) return EXAMPLE_PRICES
  const parsed = prices.safeParse(parsedJson(text))
  if (parsed.success) return parsed.data
  throw new InstanceRefusal(`${PRICES_FILE} in the data folder does not have the form of prices`)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
