import type { SeededRandom } from '@rowhouse/platform/testing'
import { KnownValue } from './known-value.js'
import type { Service } from './service.js'
import { type Lane, Violation, type Workload } from './workload.js'

const NAME = 'tables'
const PREFIX = 'comes_and_goes_'

/** The content of a table: it is missing, has no rows, or has the values of its rows. */
type Content = 'no table' | `rows: ${string}`

const EMPTY: Content = 'rows: '

/** Tables that are created, filled, dropped and created again: never incomplete, never with old rows. */
export const createTables = (lanes: number): Workload => {
  const tables = Array.from({ length: lanes }, (_, lane) => ({
    name: `${PREFIX}${lane}`,
    known: new KnownValue<Content>('no table'),
  }))
  let sequence = 0
  let verified = 0

  const step = async (
    service: Service,
    random: SeededRandom,
    { name, known }: (typeof tables)[number],
  ): Promise<void> => {
    const before = known.settled
    if (before === 'no table') return known.write(EMPTY, () => service.createTable(name))
    if (before === EMPTY && random.chance(0.3)) {
      const found = await contentOf(service, name)
      if (found !== EMPTY) throw new Violation(NAME, `${name} is new and has ${found}`)
    }
    if (random.chance(before === EMPTY ? 0.2 : 0.6))
      return known.write('no table', () => service.deleteTable(name))
    const value = String(++sequence)
    const key = { partition: value, row: 0 }
    const after: Content = before === EMPTY ? `rows: ${value}` : `${before},${value}`
    return known.write(after, () => service.put(name, key, { value }))
  }

  return {
    name: NAME,
    get verified() {
      return verified
    },
    prepare: async () => {},
    lanes: (service, random) =>
      tables.map(
        (table): Lane =>
          () =>
            step(service, random, table),
      ),
    check: async (service) => {
      const listed = new Set(await service.listTables())
      for (const { name, known } of tables) {
        const found = listed.delete(name) ? await contentOf(service, name) : 'no table'
        if (!known.possible.includes(found))
          throw new Violation(
            NAME,
            `${name} has ${found}; possible are ${known.possible.join(' or ')}`,
          )
        verified += known.settle(found)
      }
      for (const name of listed)
        if (name.startsWith(PREFIX)) throw new Violation(NAME, `nobody has created ${name}`)
    },
  }
}

const contentOf = async (service: Service, table: string): Promise<Content> => {
  const rows = await service.scan(table)
  const values = rows.map(({ columns }) => Number(columns['value'])).sort((a, b) => a - b)
  return `rows: ${values.join(',')}`
}
