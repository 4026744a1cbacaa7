import { seededRandom, textSource } from './random.js'
import { keyOf, type RowShape } from './row-shape.js'

/** The number of different sets of column values, which repeat. */
const VALUE_SETS = 1024

/** A row as a program has it, before it is encoded. */
export interface UserRow {
  readonly id: string
  readonly c0: string
  readonly c1: string
  readonly c2: string
  readonly c3: string
  readonly c4: string
}

/** Makes rows in advance, so that only what is done with them is measured. */
export function userRows(count: number, { columnBytes }: RowShape): UserRow[] {
  const text = textSource(seededRandom(5))
  const value = (): string => text(columnBytes)
  const values = Array.from({ length: VALUE_SETS }, () => {
    return { c0: value(), c1: value(), c2: value(), c3: value(), c4: value() }
  })
  return Array.from({ length: count }, (_, counter) => {
    const columns = values[counter % VALUE_SETS]
    if (columns === undefined) throw new RangeError(`No values ${counter}`)
    return { id: keyOf(counter), ...columns }
  })
}
