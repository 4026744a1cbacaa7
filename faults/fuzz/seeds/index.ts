import type { Choices } from '../random.js'
import { rowSeeds } from './row-seeds.js'
import { tableSeeds } from './table-seeds.js'

const makers: ReadonlyMap<string, (random: Choices) => Buffer> = new Map([
  ...Object.entries(rowSeeds),
  ...Object.entries(tableSeeds),
])

/** The operations that there are seeds of. */
export const servedOperations: readonly string[] = [...makers.keys()]

/** Served, too, and sent bodies of other operations and random bytes so far: anything may come of those. */
export const servedWithoutSeeds: readonly string[] = [
  'CreateSearchIndex',
  'UpdateSearchIndex',
  'ListSearchIndex',
  'DescribeSearchIndex',
  'DeleteSearchIndex',
  'Search',
  'ComputeSplits',
  'ParallelScan',
  'CreateIndex',
  'DropIndex',
  'StartLocalTransaction',
  'CommitTransaction',
  'AbortTransaction',
  'BulkImport',
  'BulkExport',
  'ComputeSplitPointsBySize',
]

/** A valid request body of a served operation; the row operations come more often. */
export function seedFor(operation: string, random: Choices): Buffer {
  const maker = makers.get(operation)
  if (maker === undefined) throw new RangeError(`no seed for ${operation}`)
  return maker(random)
}

export const pickServed = (random: Choices): string =>
  random.once(5) ? random.pick(Object.keys(tableSeeds)) : random.pick(Object.keys(rowSeeds))
