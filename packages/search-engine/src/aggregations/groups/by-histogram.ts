import { outOfRange } from '@rowhouse/platform'
import type { GroupByHistogram } from '@rowhouse/protocol'
import type { NumericColumn, NumericField } from '../../segments/field-reader.js'
import {
  type AggregatedField,
  type AggregationScope,
  aggregatedField,
} from '../aggregation-field.js'
import { columnEnds } from '../columns/column-ends.js'
import { gatherDoubles, isExact } from '../columns/gather.js'
import { type FoundField, PlaceFinder, type Places, createPlaces } from '../columns/value-places.js'
import type { CompiledKind } from './compiled-kind.js'
import type { ValueKeys } from './field-keys.js'
import { checkSpan, histogramEntries } from './histogram-entries.js'
import { type Steps, histogramSteps } from './histogram-steps.js'
import { NumberKeys } from './number-keys.js'
import { KeyRoom, type SegmentKeys, sameKey, withAbsent } from './segment-keys.js'

export interface CompiledHistogram {
  readonly field: AggregatedField
  readonly steps: Steps
}

export function histogramOf(asked: GroupByHistogram, scope: AggregationScope): CompiledHistogram {
  const field = aggregatedField(asked.fieldName, scope, {
    kind: 'group_by_histogram',
    isMetric: false,
    allowed: ['LONG', 'DOUBLE'],
  })
  return { field, steps: histogramSteps(asked, field.layout) }
}

/** Buckets of equal width, ordered by start unless asked otherwise. */
export function compileByHistogram(asked: GroupByHistogram, scope: AggregationScope): CompiledKind {
  const { field, steps } = histogramOf(asked, scope)
  const shape = {
    minDocCount: asked.minDocCount ?? 1,
    sorters: asked.sort ?? [],
    span: steps.span,
    next: (step: number | bigint) => (typeof step === 'bigint' ? step + 1n : step + 1),
  }
  checkSpan(shape)
  return {
    isNested: field.layout.level !== '',
    sorters: shape.sorters,
    start: () => {
      const source = new HistogramKeys(field, steps)
      return {
        source,
        result: (groups) => ({
          kind: 'histogram',
          items: histogramEntries(groups, (key) => source.step(key), shape).map(
            ({ step, bucket }) => ({
              key: steps.begin(step),
              rowCount: groups.rowCount(bucket),
              ...groups.sub(bucket),
            }),
          ),
        }),
      }
    },
  }
}

/** Up to this many buckets in a segment, a bucket's offset is its key. */
const NARROW_MAX = 2 ** 16

/** Keys that are the numbers of buckets. */
export class HistogramKeys implements ValueKeys {
  readonly #field: AggregatedField
  readonly #steps: Steps
  readonly #numbers = new NumberKeys()
  readonly #rooms = { hits: new KeyRoom(), keys: new KeyRoom() }
  readonly #room = new KeyRoom()
  readonly #scratch = createPlaces()

  constructor(field: AggregatedField, steps: Steps) {
    this.#field = field
    this.#steps = steps
  }

  /** Always a bigint for integers, so that the steps of bounds and of rows have one type. */
  step(key: number): number | bigint {
    const step = this.#numbers.valueOf(key)
    return this.#field.layout.type === 'LONG' ? BigInt(step) : step
  }

  value(key: number): number | bigint {
    return this.#numbers.valueOf(key)
  }

  text(key: number): string {
    return String(this.#steps.begin(this.#numbers.valueOf(key)))
  }

  memoryBytes(): number {
    return this.#numbers.memoryBytes
  }

  open({ segment }: Parameters<ValueKeys['open']>[0]): SegmentKeys | undefined {
    const found = this.#field.find(segment.rows)
    const wantsAbsent = this.#steps.missing !== undefined
    const finder = new PlaceFinder(found?.shape, wantsAbsent, this.#scratch)
    if (found?.field.kind === 'numeric' && found.field.column !== undefined) {
      return this.#keysOf(found, found.field, found.field.column, finder)
    }
    return wantsAbsent ? this.#wide(finder, () => undefined, false) : undefined
  }

  #keysOf(
    { shape }: FoundField,
    field: NumericField,
    column: NumericColumn,
    finder: PlaceFinder,
  ): SegmentKeys {
    const { values, base, scale } = column
    const isPlain =
      this.#steps.isPlain &&
      (values instanceof BigInt64Array
        ? columnEnds(field, column).values.every((end) => end > -PLAIN_MAX && end < PLAIN_MAX)
        : values instanceof Float64Array || isExact(base * 2n, scale * 2n))
    if (!isPlain) return this.#wide(finder, this.#internLongs(column), shape.isMany)
    const gather = gatherDoubles(column)
    const narrow = this.#narrow(field, column, finder)
    if (narrow !== undefined) return narrow
    const intern: Intern = (places, keys) => {
      const doubles = gather(places)
      for (let place = 0; place < places.count; place++) {
        keys[place] = this.#numbers.keyOf(this.#steps.ofNumber(doubles[place] ?? outOfRange()))
      }
    }
    return this.#wide(finder, intern, shape.isMany)
  }

  #narrow(
    field: NumericField,
    column: NumericColumn,
    finder: PlaceFinder,
  ): SegmentKeys | undefined {
    const ends = columnEnds(field, column)
    if (ends.values.length < 2) return undefined
    const doubles = gatherDoubles(ends)({
      ...createPlaces(),
      count: ends.values.length,
      indices: Uint32Array.of(0, 1),
    })
    const first = this.#steps.ofNumber(doubles[0] ?? outOfRange())
    const last = this.#steps.ofNumber(doubles[1] ?? outOfRange())
    if (!(last - first < NARROW_MAX)) return undefined
    const gather = gatherDoubles(column)
    const size = last - first + 2
    const { ofNumber, missing } = this.#steps
    return {
      size,
      mayRepeat: finder.isMany,
      keyOf: (local) =>
        local === size - 1 && missing !== undefined
          ? this.#keyOfStep(missing)
          : this.#numbers.keyOf(first + local),
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        const values = gather(places)
        for (let place = 0; place < places.count; place++) {
          keys[place] = ofNumber(values[place] ?? outOfRange()) - first
        }
        return withAbsent(places, keys, size - 1, this.#rooms)
      },
    }
  }

  #wide(finder: PlaceFinder, intern: Intern, mayRepeat: boolean): SegmentKeys {
    const { missing } = this.#steps
    const absent = missing === undefined ? 0 : this.#keyOfStep(missing)
    return {
      size: undefined,
      mayRepeat,
      keyOf: sameKey,
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        intern(places, keys)
        if (missing === undefined) return { ...places, keys }
        return withAbsent(places, keys, absent, this.#rooms)
      },
    }
  }

  #internLongs({ values, base, scale }: NumericColumn): Intern {
    if (values instanceof BigInt64Array && this.#steps.isPlain) return this.#internHalves(values)
    return ({ count, indices }, keys) => {
      for (let place = 0; place < count; place++) {
        const value = base + scale * BigInt(values[indices[place] ?? outOfRange()] ?? outOfRange())
        keys[place] = this.#keyOfStep(this.#steps.ofLong(value))
      }
    }
  }

  /** Most integers are exact as doubles, and each bigint that is read allocates an object. */
  #internHalves(values: BigInt64Array): Intern {
    const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
    return ({ count, indices }, keys) => {
      for (let place = 0; place < count; place++) {
        const index = indices[place] ?? outOfRange()
        const high = words[index * 2 + 1] ?? outOfRange()
        if (high >= -PLAIN_HIGH && high < PLAIN_HIGH) {
          const value = high * 2 ** 32 + ((words[index * 2] ?? outOfRange()) >>> 0)
          keys[place] = this.#numbers.keyOf(this.#steps.ofNumber(value))
        } else keys[place] = this.#keyOfStep(this.#steps.ofLong(values[index] ?? outOfRange()))
      }
    }
  }

  #keyOfStep(step: number | bigint): number {
    return typeof step === 'bigint' ? this.#numbers.keyOfLong(step) : this.#numbers.keyOf(step)
  }
}

type Intern = (places: Places, keys: Uint32Array) => void

/** The integers from which an offset is subtracted without loss, and their upper halves. */
const PLAIN_MAX = 2 ** 52
const PLAIN_HIGH = 2 ** 20
