import { outOfRange } from '@rowhouse/platform'
import type { SortedValues } from '../../bits/merged-ranks.js'
import type { LeafType } from '../../schema/index-layout.js'
import type { NumericField, NumericOrder } from '../../segments/field-reader.js'
import { orderValues } from '../../queries/numbers/order-span.js'
import type { Places } from '../columns/value-places.js'
import { isExact, modulo } from '../columns/gather.js'

type Value = number | bigint

interface Segment {
  readonly field: NumericField
  readonly order: NumericOrder
  readonly taken: Value[]
}

/**
 * The values of segments all of whose documents were collected, as their orders have them: nothing of them
 * is read until a rank is asked for.
 */
export class OrderedValues {
  readonly #type: LeafType
  readonly #segments: Segment[] = []
  #open: NumericField | undefined

  constructor(type: LeafType) {
    this.#type = type
  }

  open(field: NumericField | undefined): void {
    this.#open = field
  }

  /** Whether the open segment has an order of its values. */
  get hasOrder(): boolean {
    return this.#open?.order !== undefined
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0
  }

  /** Adds all values of the open segment; false where it has no order. */
  addAll(): boolean {
    const field = this.#open
    if (field?.order === undefined) return false
    this.#segments.push({ field, order: field.order, taken: [] })
    return true
  }

  /** Takes values of the open segment away, all of which were added. */
  take({ count, indices }: Places): void {
    const { field, taken } = this.#segments.at(-1) ?? outOfRange()
    const column = field.column ?? outOfRange()
    const values = column.cold ?? column.values
    for (let place = 0; place < count; place++)
      taken.push(values.at(indices[place] ?? outOfRange()) ?? outOfRange())
  }

  get added(): SortedValues[] {
    return this.#segments.map(({ order }) => shown(orderValues(order), this.#valueOf(order)))
  }

  /** What was taken away of what was added. */
  get taken(): SortedValues[] {
    return this.#segments.map(({ order, taken }) => shown(sorted(taken), this.#valueOf(order)))
  }

  /** Visits what was added and not taken away. */
  each(visit: (value: Value) => void): void {
    for (const { order, taken } of this.#segments) {
      const valueOf = this.#valueOf(order)
      const gone = sorted(taken)
      let next = 0
      for (const value of order.values) {
        if (next < gone.length && value === gone[next]) next++
        else visit(valueOf(value))
      }
    }
  }

  get memoryBytes(): number {
    return this.#segments.reduce((sum, { taken }) => sum + taken.length * TAKEN_BYTES, 0)
  }

  clear(): void {
    this.#segments.length = 0
  }

  #valueOf(order: NumericOrder): (raw: Value) => Value {
    return shownAs(order, this.#type)
  }
}

const sorted = (values: Value[]): Value[] => values.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** The approximate bytes of a value in a list. */
const TAKEN_BYTES = 16
const NANOS_PER_MILLI = 1_000_000n

const shown = (values: SortedValues, valueOf: (raw: Value) => Value): SortedValues => ({
  length: values.length,
  at: (place) => valueOf(values.at(place) ?? outOfRange()),
})

/** What a number of the column stands for; of a date, its millisecond. */
function shownAs({ base, scale }: NumericOrder, type: LeafType): (raw: Value) => Value {
  if (type === 'DOUBLE') return (raw) => raw
  if (type === 'DATE') {
    return (raw) => {
      const nanos = base + scale * BigInt(raw)
      return Number((nanos - modulo(nanos, NANOS_PER_MILLI)) / NANOS_PER_MILLI)
    }
  }
  if (!isExact(base, scale)) return (raw) => base + scale * BigInt(raw)
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  return (raw) => (typeof raw === 'bigint' ? raw : numberBase + numberScale * raw)
}
