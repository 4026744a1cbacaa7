import { outOfRange } from '@rowhouse/platform'
import type { GroupByDateHistogram } from '@rowhouse/protocol'
import { orderSpan } from '../../queries/numbers/order-span.js'
import type { NumericColumn, NumericField, NumericOrder } from '../../segments/field-reader.js'
import type { Derived } from '../../segments/segment-reader.js'
import {
  type AggregatedField,
  type AggregationScope,
  aggregatedField,
} from '../aggregation-field.js'
import { columnEnds } from '../columns/column-ends.js'
import { gatherMilliseconds } from '../columns/gather.js'
import { KeptSteps } from '../columns/kept-steps.js'
import { STEP_OF_EMPTY_SLOT, STEPS_MAX, type StepsOf, stepTable } from '../columns/step-table.js'
import { PlaceFinder, createPlaces } from '../columns/value-places.js'
import type { CompiledKind } from './compiled-kind.js'
import { type DateSteps, dateSteps } from './date-steps.js'
import type { ValueKeys } from './field-keys.js'
import { checkSpan, histogramEntries } from './histogram-entries.js'
import { NumberKeys } from './number-keys.js'
import { KeyRoom, type SegmentKeys, sameKey, withAbsent } from './segment-keys.js'

export interface CompiledDateHistogram {
  readonly field: AggregatedField
  readonly steps: DateSteps
}

export function dateHistogramOf(
  asked: GroupByDateHistogram,
  scope: AggregationScope,
): CompiledDateHistogram {
  const field = aggregatedField(asked.fieldName, scope, {
    kind: 'group_by_date_histogram',
    isMetric: false,
    allowed: ['DATE'],
  })
  return { field, steps: dateSteps(asked, field.layout) }
}

/** Buckets of a fixed or calendar interval, ordered by start unless asked otherwise. */
export function compileByDateHistogram(
  asked: GroupByDateHistogram,
  scope: AggregationScope,
): CompiledKind {
  const { field, steps } = dateHistogramOf(asked, scope)
  const shape = {
    minDocCount: asked.minDocCount ?? 1,
    sorters: asked.sort ?? [],
    span: steps.span,
    next: (step: number | bigint) => steps.rounding.next(Number(step)),
  }
  checkSpan(shape)
  return {
    isNested: field.layout.level !== '',
    sorters: shape.sorters,
    start: () => {
      const source = new DateKeys(field, steps)
      return {
        source,
        result: (groups) => ({
          kind: 'dateHistogram',
          items: histogramEntries(groups, (key) => source.value(key), shape).map(
            ({ step, bucket }) => ({
              timestamp: BigInt(step),
              rowCount: groups.rowCount(bucket),
              ...groups.sub(bucket),
            }),
          ),
        }),
      }
    },
  }
}

const DAY_MS = 86_400_000
const NANOS_PER_MILLI = 1_000_000n
/** Up to this many buckets in a segment, a bucket's offset is its key. */
const NARROW_MAX = 2 ** 16

/** The bucket of a time, counted from the first of the segment. */
type LocalOf = (values: Float64Array, count: number, keys: Uint32Array) => void

/** Keys that are the starts of buckets. */
export class DateKeys implements ValueKeys {
  readonly #field: AggregatedField
  readonly #steps: DateSteps
  readonly #numbers = new NumberKeys()
  readonly #rooms = { hits: new KeyRoom(), keys: new KeyRoom() }
  readonly #room = new KeyRoom()
  readonly #scratch = createPlaces()

  constructor(field: AggregatedField, steps: DateSteps) {
    this.#field = field
    this.#steps = steps
  }

  value(key: number): number {
    return Number(this.#numbers.valueOf(key))
  }

  text(key: number): string {
    return String(this.value(key))
  }

  memoryBytes(): number {
    return this.#numbers.memoryBytes
  }

  open({ segment }: Parameters<ValueKeys['open']>[0]): SegmentKeys | undefined {
    const found = this.#field.find(segment.rows)
    const { missing } = this.#steps
    const finder = new PlaceFinder(found?.shape, missing !== undefined, this.#scratch)
    if (found?.field.kind === 'numeric' && found.field.column !== undefined) {
      const { column } = found.field
      return (
        this.#narrow(segment.derived, found.field, column, finder) ?? this.#wide(column, finder)
      )
    }
    return missing === undefined ? undefined : this.#wide(undefined, finder)
  }

  #narrow(
    derived: Derived | undefined,
    field: NumericField,
    column: NumericColumn,
    finder: PlaceFinder,
  ): SegmentKeys | undefined {
    const starts = this.#startsOf(field, column)
    if (starts === undefined) return undefined
    const size = starts.length
    const steps = new KeptSteps({
      derived,
      name: `steps\0${this.#field.layout.name}\0${this.#steps.id}`,
      size,
      values: () => column.values.length,
      compute: () => stepsByTable(column, starts) ?? this.#stepsByRounding(column, starts),
    })
    const absent = this.#steps.missing
    const { order } = field
    const isCounted = order !== undefined && absent === undefined && !finder.isMany
    return {
      ...(isCounted && { documentsOf: documentsBetween(order, starts) }),
      // The last key is for rows without a date; the one before only ends the others.
      size,
      mayRepeat: finder.isMany,
      expectAll: () => steps.expectAll(),
      keyOf: (local) =>
        local === size - 1 && absent !== undefined
          ? this.#keyOf(absent)
          : this.#numbers.keyOf(starts[local] ?? outOfRange()),
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        steps.fill(places, keys)
        return withAbsent(places, keys, size - 1, this.#rooms)
      },
    }
  }

  #stepsByRounding(column: NumericColumn, starts: Float64Array): StepsOf {
    const gather = gatherMilliseconds(column)
    const localOf = this.#steps.isCalendar
      ? localByDay(starts, this.#steps.shiftMs)
      : localByLength(starts)
    return (places, keys) => localOf(gather(places), places.count, keys)
  }

  /**
   * The starts of all buckets of a segment, and of the one behind; undefined when there are many.
   */
  #startsOf(field: NumericField, column: NumericColumn): Float64Array | undefined {
    const ends = columnEnds(field, column)
    if (ends.values.length < 2) return undefined
    const places = { ...createPlaces(), count: 2, indices: Uint32Array.of(0, 1) }
    const [first = 0, last = 0] = gatherMilliseconds(ends)(places)
    const { floor, next } = this.#steps.rounding
    const starts: number[] = []
    let start = floor(first)
    for (; start <= last; start = next(start)) {
      if (starts.length === NARROW_MAX) return undefined
      starts.push(start)
    }
    return Float64Array.from([...starts, start])
  }

  #wide(column: NumericColumn | undefined, finder: PlaceFinder): SegmentKeys {
    const { missing } = this.#steps
    const absent = missing === undefined ? 0 : this.#keyOf(missing)
    const gather = column && gatherMilliseconds(column)
    return {
      size: undefined,
      mayRepeat: finder.isMany,
      keyOf: sameKey,
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        const values = gather?.(places)
        for (let place = 0; place < places.count; place++) {
          keys[place] = this.#keyOf(values?.[place] ?? outOfRange())
        }
        if (missing === undefined) return { ...places, keys }
        return withAbsent(places, keys, absent, this.#rooms)
      },
    }
  }

  #keyOf(timeMs: number): number {
    return this.#numbers.keyOf(this.#steps.rounding.floor(timeMs))
  }
}

/** The bound in the column's nanoseconds. */
const boundOf = (startMs: number): bigint => BigInt(startMs) * NANOS_PER_MILLI

const stepsByTable = (column: NumericColumn, starts: Float64Array): StepsOf | undefined =>
  starts.length > STEPS_MAX ? undefined : stepTable(column, Array.from(starts, boundOf))

/** The number of values between each bound and the next. */
function documentsBetween(order: NumericOrder, starts: Float64Array): (local: number) => number {
  return (local) => {
    const [start, end] = [starts[local], starts[local + 1]]
    if (start === undefined || end === undefined) return 0
    const [low, high] = [boundOf(start), boundOf(end) - 1n]
    const { from, to } = orderSpan(order, { kind: 'integer', low, high })
    return to - from
  }
}

function localByLength(starts: Float64Array): LocalOf {
  const first = starts[0] ?? outOfRange()
  const length = (starts[1] ?? outOfRange()) - first
  return (values, count, keys) => {
    for (let place = 0; place < count; place++) {
      keys[place] = Math.floor(((values[place] ?? outOfRange()) - first) / length)
    }
  }
}

/** Calendar buckets begin at days, so a table maps days to buckets. */
function localByDay(starts: Float64Array, shiftMs: number): LocalOf {
  const dayOf = (timeMs: number): number => Math.floor((timeMs + shiftMs) / DAY_MS)
  const firstDay = dayOf(starts[0] ?? outOfRange())
  const locals = new Uint32Array(dayOf(starts[starts.length - 1] ?? outOfRange()) - firstDay)
  for (let local = 0; local + 1 < starts.length; local++) {
    locals.fill(
      local,
      dayOf(starts[local] ?? outOfRange()) - firstDay,
      dayOf(starts[local + 1] ?? outOfRange()) - firstDay,
    )
  }
  return (values, count, keys) => {
    for (let place = 0; place < count; place++) {
      const day = Math.floor(((values[place] ?? outOfRange()) + shiftMs) / DAY_MS) - firstDay
      keys[place] = locals[day] ?? STEP_OF_EMPTY_SLOT
    }
  }
}
