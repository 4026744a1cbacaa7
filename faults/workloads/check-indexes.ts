import type { Service } from './service.js'
import { Violation } from './workload.js'

/** Checks that every index of the table agrees with its rows. */
export const checkIndexes = async (service: Service, table: string): Promise<void> => {
  for (const difference of await service.indexDifferences(table))
    throw new Violation(table, difference)
}
