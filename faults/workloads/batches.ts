import type { SeededRandom } from '@rowhouse/platform/testing'
import { KnownValue } from './known-value.js'
import type { BatchedWrite, RowKey, Service } from './service.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLES = ['batches_one', 'batches_two'] as const
const NAME = 'batches'

export interface BatchesSize {
  readonly lanes: number
  readonly rowsMax: number
  /** The characters of filler in each row of a batch, chosen once for the batch. */
  readonly fillersOf: (random: SeededRandom) => number
}

interface Slot {
  readonly table: string
  readonly key: RowKey
}

interface Group {
  readonly slots: readonly Slot[]
  /** The number of the batch in all rows of the group; undefined when they are deleted. */
  readonly known: KnownValue<number | undefined>
}

/**
 * BatchWriteRow over rows of two tables and several partition-key values: either all rows of a batch are
 * there or none.
 */
export const createBatches = ({ lanes, rowsMax, fillersOf }: BatchesSize): Workload => {
  const groups = Array.from({ length: lanes }, (_, lane) => groupOf(lane, rowsMax))
  let batches = 0
  let verified = 0

  const step = (service: Service, random: SeededRandom, { slots, known }: Group): Promise<void> => {
    const batch = known.settled !== undefined && random.chance(0.15) ? undefined : ++batches
    const filler = 'b'.repeat(fillersOf(random))
    const columns = batch === undefined ? undefined : { batch, filler }
    const writes = slots.map((slot): BatchedWrite => ({ ...slot, columns }))
    return known.write(batch, () => service.batch(random.shuffled(writes)))
  }

  return {
    name: NAME,
    get verified() {
      return verified
    },
    prepare: async (service) => {
      for (const table of TABLES) await service.createTable(table)
    },
    lanes: (service, random) =>
      groups.map(
        (group): Lane =>
          () =>
            step(service, random, group),
      ),
    check: async (service) => {
      const found = new Map<string, number>()
      for (const table of TABLES)
        for (const { key, columns } of await service.scan(table))
          found.set(nameOf({ table, key }), Number(columns['batch']))
      for (const { slots, known } of groups) {
        const numbers = new Set(slots.map((slot) => found.get(nameOf(slot))))
        const shown = [...numbers].join(', ')
        if (numbers.size > 1)
          throw new Violation(NAME, `${nameOf(slots[0])} and others are of batches ${shown}`)
        const [number] = numbers
        if (!known.possible.includes(number))
          throw new Violation(
            NAME,
            `${nameOf(slots[0])} is of batch ${shown}; possible are ${known.possible.join(', ')}`,
          )
        verified += known.settle(number) * slots.length
        for (const slot of slots) found.delete(nameOf(slot))
      }
      for (const name of found.keys()) throw new Violation(NAME, `nobody has written ${name}`)
    },
  }
}

/** Groups have from 2 rows to the maximum, in ascending order. */
const groupOf = (lane: number, rowsMax: number): Group => {
  const count = Math.max(2, Math.ceil(rowsMax / (lane + 1)))
  const slots = Array.from({ length: count }, (_, index): Slot => {
    const table = TABLES[index % TABLES.length] ?? TABLES[0]
    return { table, key: { partition: `group ${lane}.${index % 7}`, row: index } }
  })
  return { slots, known: new KnownValue<number | undefined>(undefined) }
}

const nameOf = (slot: Slot | undefined): string =>
  slot === undefined ? '' : `${slot.table}/${slot.key.partition}/${slot.key.row}`
