import type { SeededRandom } from '@rowhouse/platform/testing'
import type { Columns, FoundRow, RowKey, Service } from '../workloads/service.js'
import { type Lane, Violation } from '../workloads/workload.js'

export const TABLE = 'indexed_rows'
/** Some rows have no group. */
export const GROUPS = ['a', 'b', 'c', '沈家'] as const
/** The text of each row has one of these words. */
export const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder'] as const
const PARTITIONS = 4

export interface IndexedRowsSize {
  /** The number of keys, and so of rows. */
  readonly keys: number
  /** Rows of one batch. */
  readonly batchMax: number
  /** The size of one value in each row. */
  readonly bulkBytes: number
}

/** The keys of a search for all rows ordered by number, and the counts of each group and word. */
export interface Answer {
  readonly keys: readonly string[]
  readonly total: number
  readonly groups: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<string, number>
}

export const nameOf = ({ partition, row }: RowKey): string => `${partition}/${row}`

/** Clients that change rows of one table. No two writes use the same number. */
export class IndexedRows {
  readonly #size: IndexedRowsSize
  #number = 0

  constructor(size: IndexedRowsSize) {
    this.#size = size
  }

  /** Writes a row for every key. */
  async fill(service: Service, random: SeededRandom): Promise<void> {
    const { keys, batchMax } = this.#size
    for (let first = 0; first < keys; first += batchMax) {
      const count = Math.min(batchMax, keys - first)
      const writes = Array.from({ length: count }, (_, place) => ({
        table: TABLE,
        key: keyOf(first + place),
        columns: this.#columns(random),
      }))
      await service.batch(writes)
    }
  }

  lanes(service: Service, random: SeededRandom, count: number): Lane[] {
    return Array.from({ length: count }, () => (): Promise<void> => this.#change(service, random))
  }

  async #change(service: Service, random: SeededRandom): Promise<void> {
    if (random.chance(0.2)) return service.delete(TABLE, this.#key(random))
    if (random.chance(0.6)) return service.put(TABLE, this.#key(random), this.#columns(random))
    const keys = new Map<string, RowKey>()
    for (let left = 1 + random.below(this.#size.batchMax); left > 0; left--) {
      const key = this.#key(random)
      keys.set(nameOf(key), key)
    }
    const writes = [...keys.values()].map((key) => ({
      table: TABLE,
      key,
      columns: random.chance(0.2) ? undefined : this.#columns(random),
    }))
    return service.batch(writes)
  }

  #key(random: SeededRandom): RowKey {
    return keyOf(random.below(this.#size.keys))
  }

  #columns(random: SeededRandom): Columns {
    const number = ++this.#number
    const group = GROUPS[random.below(GROUPS.length + 1)]
    const word = WORDS[number % WORDS.length] ?? ''
    const text = `row ${number} ${'of many words '.repeat(random.below(6))}${word}`
    const { bulkBytes } = this.#size
    const bulk = `${number} `.repeat(Math.ceil(bulkBytes / `${number} `.length))
    return {
      n: number,
      m: -number,
      t: text,
      ...(group !== undefined && { k: group }),
      ...(bulkBytes > 0 && { b: bulk }),
    }
  }
}

const keyOf = (row: number): RowKey => ({ partition: `p${row % PARTITIONS}`, row })

/** Throws unless the answer agrees with the rows of the table. */
export const checkAnswer = (index: string, answer: Answer, rows: readonly FoundRow[]): void => {
  const sorted = rows.toSorted((a, b) => numberOf(a) - numberOf(b))
  same(
    index,
    'rows in order',
    answer.keys.join(' '),
    sorted.map((row) => nameOf(row.key)).join(' '),
  )
  same(index, 'total', answer.total, rows.length)
  const groups = counted(rows, ({ k }) => k)
  const words = counted(rows, ({ t }) => String(t).split(' ').at(-1))
  same(index, 'groups', listOf(answer.groups), listOf(groups))
  same(index, 'words', listOf(answer.words), listOf(words))
}

const counted = (
  rows: readonly FoundRow[],
  valueOf: (columns: Columns) => string | number | undefined,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { columns } of rows) {
    const value = valueOf(columns)
    if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
  return counts
}

const numberOf = ({ columns }: FoundRow): number => Number(columns['n'])

const listOf = (groups: Answer['groups']): string =>
  [...groups.keys()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((group) => `${group}: ${groups.get(group)}`)
    .join(', ')

const same = <Value extends string | number>(
  index: string,
  what: string,
  found: Value,
  expected: Value,
): void => {
  if (found === expected) return
  throw new Violation(`index ${index}`, `${what}: found ${found}, the table has ${expected}`)
}
