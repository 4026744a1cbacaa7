import type { Entry } from '@rowhouse/store'
import type { EntryScan } from '../partitions/partition-store.js'

/** A scan whose entries are gone when the next ones are asked for, and when it is closed. */
export const fleetingScan = (scan: EntryScan): EntryScan => {
  let last: readonly Entry[] = []
  const spoil = (): void => {
    for (const { key, value } of last) {
      key.fill(0xee)
      value.fill(0xee)
    }
    last = []
  }
  return {
    next: async () => {
      spoil()
      const entries = await scan.next()
      last = entries.map(({ key, value }) => ({ key: Buffer.from(key), value: Buffer.from(value) }))
      return last
    },
    close: () => {
      spoil()
      return scan.close()
    },
  }
}
