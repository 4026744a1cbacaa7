import type { SeededRandom } from '@rowhouse/platform/testing'
import { KnownValue } from './known-value.js'
import type { BatchedWrite, RowKey, Service, TableExtras } from './service.js'
import { checkIndexes } from './check-indexes.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'transactions'
const PARTITIONS_PER_LANE = 2

export interface TransactionsSize {
  readonly lanes: number
  readonly rows: number
  readonly indexes: TableExtras['indexes']
}

/** The rows of a partition-key value, and the number in all of them; undefined without rows. */
interface Group {
  readonly keys: readonly RowKey[]
  readonly known: KnownValue<number | undefined>
}

/**
 * Local transactions, each of which writes one number to all rows of a partition-key value, or deletes
 * them. A committed transaction is there as a whole; one that was aborted or has timed out has no effect.
 */
export const createTransactions = ({ lanes, rows, indexes = [] }: TransactionsSize): Workload => {
  const groups = Array.from({ length: lanes }, (_, lane) =>
    Array.from({ length: PARTITIONS_PER_LANE }, (_unused, at) => groupOf(`${lane}.${at}`, rows)),
  )
  let numbers = 0
  let verified = 0

  const step = async (service: Service, random: SeededRandom, { keys, known }: Group) => {
    const isDelete = known.settled !== undefined && random.chance(0.15)
    const number = isDelete ? undefined : ++numbers
    const columns = number === undefined ? undefined : { number, filler: fillerOf(random) }
    const partition = keys[0]?.partition ?? ''
    const transaction = await service.begin(TABLE, partition)
    for (const key of random.shuffled(keys)) {
      const write: BatchedWrite = { table: TABLE, key, columns }
      if (!(await service.writeIn(transaction, write))) return
    }
    if (random.chance(0.2)) await checkIsolated(service, keys, known)
    if (random.chance(0.25)) await service.end(transaction, 'abort')
    else await known.tryWrite(number, () => service.end(transaction, 'commit'))
  }

  return {
    name: TABLE,
    get verified() {
      return verified
    },
    prepare: (service) => {
      const indexed = [['number', 'INTEGER'] as const, ['filler', 'STRING'] as const]
      return service.createTable(TABLE, { localTransactions: true, indexed, indexes })
    },
    lanes: (service, random) =>
      groups.map(
        (ofLane): Lane =>
          async () => {
            const group = ofLane[random.below(ofLane.length)]
            if (group !== undefined) await step(service, random, group)
          },
      ),
    check: async (service) => {
      const found = new Map<string, number>()
      for (const { key, columns } of await service.scan(TABLE))
        found.set(nameOf(key), Number(columns['number']))
      for (const { keys, known } of groups.flat()) {
        verified += known.settle(numberOf(keys, known, found)) * keys.length
        for (const key of keys) found.delete(nameOf(key))
      }
      for (const name of found.keys()) throw new Violation(TABLE, `nobody has written ${name}`)
      await checkIndexes(service, TABLE)
    },
  }
}

/** The one number of all rows of a group. */
const numberOf = (
  keys: readonly RowKey[],
  { possible }: KnownValue<number | undefined>,
  found: ReadonlyMap<string, number>,
): number | undefined => {
  const numbers = new Set(keys.map((key) => found.get(nameOf(key))))
  const place = keys[0]?.partition
  if (numbers.size > 1)
    throw new Violation(TABLE, `${place} has half a transaction: ${[...numbers].join(', ')}`)
  const [number] = numbers
  if (!possible.includes(number))
    throw new Violation(TABLE, `${place} is of ${number}; possible are ${possible.join(', ')}`)
  return number
}

/** Checks that others see nothing of a transaction before it is committed. */
const checkIsolated = async (
  service: Service,
  [key]: readonly RowKey[],
  { settled }: KnownValue<number | undefined>,
): Promise<void> => {
  if (key === undefined) return
  const seen = (await service.get(TABLE, key))?.['number']
  if (seen !== settled)
    throw new Violation(TABLE, `${nameOf(key)} shows ${seen} instead of ${settled}`)
}

const groupOf = (name: string, rows: number): Group => ({
  keys: Array.from({ length: rows }, (_, row) => ({ partition: `value ${name}`, row })),
  known: new KnownValue<number | undefined>(undefined),
})

const fillerOf = (random: SeededRandom): string => 't'.repeat(random.below(200))

const nameOf = ({ partition, row }: RowKey): string => `${partition}/${row}`
