import type { SeededRandom } from '@rowhouse/platform/testing'
import { KnownValue } from './known-value.js'
import { checkIndexes } from './check-indexes.js'
import type { Columns, RowKey, Service, TableExtras } from './service.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'row_values'
const KEYS_PER_LANE = 12
/** A row with so many characters is stored in chunks. */
const LONG = 70_000

export interface RowValuesSize {
  readonly lanes: number
  /** The share of long rows. */
  readonly longShare: number
  readonly indexes?: TableExtras['indexes']
}

/** PutRow, conditional UpdateRow and DeleteRow: every row has exactly the last value of its only writer. */
export const createRowValues = ({ lanes, longShare, indexes = [] }: RowValuesSize): Workload => {
  const rows = new Map<string, { key: RowKey; known: KnownValue<string | undefined> }>()
  let sequence = 0
  let verified = 0

  const newValue = (random: SeededRandom): string => {
    const long = random.chance(longShare)
    return `${++sequence}/${long ? LONG + random.below(LONG) : random.below(300)}`
  }

  const step = async (service: Service, random: SeededRandom, lane: number): Promise<void> => {
    const row = random.below(KEYS_PER_LANE)
    const key = { partition: `lane ${lane}.${row % 4}`, row }
    const entry = rows.get(nameOf(key)) ?? {
      key,
      known: new KnownValue<string | undefined>(undefined),
    }
    rows.set(nameOf(key), entry)
    const { known } = entry
    const before = known.settled
    const value = newValue(random)
    if (before !== undefined && random.chance(0.4)) {
      return known.write(value, async () => {
        const held = await service.putIf(TABLE, key, ['value', before], columnsOf(value))
        if (!held) throw new Violation(TABLE, `${nameOf(key)} does not hold ${before}`)
      })
    }
    if (before !== undefined && random.chance(0.25))
      return known.write(undefined, () => service.delete(TABLE, key))
    return known.write(value, () => service.put(TABLE, key, columnsOf(value)))
  }

  return {
    name: TABLE,
    get verified() {
      return verified
    },
    prepare: (service) => {
      const indexed = [['value', 'STRING'] as const, ['filler', 'STRING'] as const]
      return service.createTable(TABLE, { indexed, indexes })
    },
    lanes: (service, random) =>
      Array.from(
        { length: lanes },
        (_, lane): Lane =>
          () =>
            step(service, random, lane),
      ),
    check: async (service) => {
      const found = new Map<string, string>()
      for (const { key, columns } of await service.scan(TABLE))
        found.set(nameOf(key), valueOf(key, columns))
      for (const [name, { known }] of rows) {
        const value = found.get(name)
        if (!known.possible.includes(value))
          throw new Violation(
            TABLE,
            `${name} holds ${value}; possible are ${known.possible.join(', ')}`,
          )
        verified += known.settle(value)
        found.delete(name)
      }
      for (const name of found.keys()) throw new Violation(TABLE, `nobody has written ${name}`)
      await checkIndexes(service, TABLE)
    },
  }
}

const nameOf = ({ partition, row }: RowKey): string => `${partition}/${row}`

/** The value contains the length of the filler, so that a torn row is detected. */
const columnsOf = (value: string): Columns => {
  const length = Number(value.split('/')[1])
  return {
    value,
    filler: 'f'.repeat(length / 2),
    more: 'm'.repeat(length - Math.floor(length / 2)),
  }
}

const valueOf = (key: RowKey, columns: Columns): string => {
  const value = String(columns['value'])
  const wanted = columnsOf(value)
  for (const name of ['filler', 'more'])
    if (columns[name] !== wanted[name])
      throw new Violation(TABLE, `${nameOf(key)} is not whole: ${name} does not fit ${value}`)
  return value
}
