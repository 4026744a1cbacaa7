import type { KeyValueStore, StoreCapabilities } from '@rowhouse/store'

/** What would be wrong without each of them. */
const NEEDED_FOR: Readonly<Record<keyof StoreCapabilities, string>> = {
  atomicBatches: 'transactions, atomic batches and local indexes',
  orderedBatches: 'the replay of the commit log after a crash',
  snapshots: 'pages of ranges, and rows that are stored in chunks',
  momentReads: 'reads of several rows of one partition-key value',
  measuredSizes: 'the partitions of tables, and the memory that large rows ask for',
}

/** The store cannot promise what the engine relies on. */
export class StoreLacksError extends Error {
  override readonly name = 'StoreLacksError'
}

/** At the start, because what breaks without a promise breaks silently. */
export function requireCapabilities({ capabilities }: Pick<KeyValueStore, 'capabilities'>): void {
  const lacking = new Map(Object.entries(capabilities).filter(([, isPromised]) => !isPromised))
  if (lacking.size === 0) return
  const lacks = Object.entries(NEEDED_FOR).filter(([name]) => lacking.has(name))
  const list = lacks.map(([name, use]) => `${name} (for ${use})`).join('; ')
  throw new StoreLacksError(`This store cannot be used here, because it lacks ${list}.`)
}
