import type { Service } from './service.js'
import { Violation } from './workload.js'

/** Every index of the table is what its rows make of it. */
export const checkIndexes = async (service: Service, table: string): Promise<void> => {
  for (const difference of await service.indexDifferences(table))
    throw new Violation(table, difference)
}
