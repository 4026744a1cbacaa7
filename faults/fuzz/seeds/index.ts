import type { Choices } from '../random.js'
import { bulkSeeds } from './bulk-seeds.js'
import { rowSeeds } from './row-seeds.js'
import { searchIndexSeeds, searchSeeds } from './search-seeds.js'
import type { Seed } from './seed.js'
import { tableSeeds } from './table-seeds.js'
import { indexSeeds, transactionSeeds } from './transaction-seeds.js'

/** The share of each group in percent. */
const groups: readonly (readonly [weight: number, seeds: Readonly<Record<string, Seed>>])[] = [
  [55, rowSeeds],
  [12, bulkSeeds],
  [12, searchSeeds],
  [10, tableSeeds],
  [5, transactionSeeds],
  [3, indexSeeds],
  [3, searchIndexSeeds],
]

const makers = new Map(groups.flatMap(([, seeds]) => Object.entries(seeds)))

/** A valid request body of an operation. */
export function seedFor(operation: string, random: Choices): Buffer {
  const maker = makers.get(operation)
  if (maker === undefined) throw new RangeError(`no seed for ${operation}`)
  return maker(random)
}

/** An operation that has seeds. */
export function pickOperation(random: Choices): string {
  let left = random.below(100)
  for (const [weight, seeds] of groups) {
    left -= weight
    if (left < 0) return random.pick(Object.keys(seeds))
  }
  throw new RangeError('the weights of the groups do not add up to a hundred')
}
