import { outOfRange } from '@rowhouse/platform'
import type {
  NumericColumn,
  NumericField,
  TermDictionary,
  TermsField,
} from '../../segments/field-reader.js'
import { hasBit, setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import { TermTable } from '../../segments/build/term-table.js'
import type { PackedOrdinals } from '../../segments/format/packed-ordinals.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import { columnEnds } from '../columns/column-ends.js'
import { gatherDoubles, isExact } from '../columns/gather.js'
import {
  type FoundField,
  PlaceFinder,
  type Places,
  createPlaces,
  firstPlace,
} from '../columns/value-places.js'
import type { ChosenPart, KeyPart, TermPart } from './key-part.js'
import { NumberKeys, type NumberPart, OUTSIDE } from './number-keys.js'
import { KeyRoom, type KeySource, type SegmentKeys, sameKey } from './segment-keys.js'
import { eachHit, isSparse } from './term-hits.js'

/** Terms are bytes as latin1, which sort in the order of their bytes. */
export type KeyValue = string | number | bigint

/** Keys that represent values. */
export interface ValueKeys extends KeySource {
  /** The value that keys are ordered by. */
  value(key: number): KeyValue
  /** The text that a group shows. */
  text(key: number): string
}

export function compareKeyValues(a: KeyValue, b: KeyValue): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The values of a field as keys, of one part or of all. */
export function fieldKeys(field: AggregatedField, part?: KeyPart): ValueKeys {
  if (field.layout.type !== 'KEYWORD') {
    return new NumberFieldKeys(field, part?.kind === 'numbers' ? part : undefined)
  }
  return new TermKeys(field, part?.kind === 'numbers' ? undefined : part)
}

/** The terms of all segments as keys. */
class TermKeys implements ValueKeys {
  readonly #field: AggregatedField
  readonly #terms = new TermTable()
  readonly #scratch = createPlaces()
  readonly #room = new KeyRoom()

  readonly #part: TermPart | ChosenPart | undefined

  constructor(field: AggregatedField, part: TermPart | ChosenPart | undefined) {
    this.#field = field
    this.#part = part
  }

  memoryBytes(): number {
    return this.#terms.memoryBytes
  }

  open({ segment }: SegmentView, number: number): SegmentKeys | undefined {
    const found = this.#field.find(segment.rows)
    if (found?.field.kind !== 'terms' || found.field.column === undefined) return undefined
    const { field, shape } = found
    const { terms } = field
    const { column } = found.field
    const finder = new PlaceFinder(shape, false, this.#scratch)
    const keys: SegmentKeys = {
      size: terms.size,
      // The ordinals of one document are distinct, those of several children need not be.
      mayRepeat: this.#field.layout.level !== '',
      keyOf: this.#termReader(terms),
      read: (block) => {
        const places = finder.find(block)
        return { ...places, keys: gatherOrdinals(column.ordinals, places, this.#room) }
      },
    }
    if (this.#part?.kind === 'chosen') return this.#chosenOf(keys, field, this.#part)
    if (this.#part !== undefined) return this.#partOf(keys, terms, this.#part, number)
    if (this.#field.layout.level !== '') return keys
    return { ...keys, documentsOf: documentFrequencies(field) }
  }

  value(key: number): string {
    return this.#bytes(key).toString('latin1')
  }

  text(key: number): string {
    return this.#bytes(key).toString()
  }

  #bytes(key: number): Buffer {
    const { bytes, starts } = this.#terms.strings()
    return Buffer.from(bytes.subarray(starts[key] ?? outOfRange(), starts[key + 1] ?? outOfRange()))
  }

  /** Their places among those of the segment are the keys; all other keys are outside. */
  #chosenOf(keys: SegmentKeys, field: TermsField, { terms: chosen }: ChosenPart): SegmentKeys {
    const { terms } = field
    const places = new Map<number, number>()
    const ordinals: number[] = []
    const numbers: number[] = []
    const bits = new Uint32Array(wordsFor(terms.size))
    for (const term of chosen) {
      const ordinal = terms.find(term)
      if (ordinal === -1) continue
      places.set(ordinal, numbers.length)
      ordinals.push(ordinal)
      setBit(bits, ordinal)
      numbers.push(this.#terms.addBytes(term))
    }
    const room = new KeyRoom()
    const frequency = documentFrequencies(field)
    return {
      ...keys,
      ...(this.#field.layout.level === '' && {
        documentsOf: (place: number) => frequency(ordinals[place] ?? outOfRange()),
      }),
      part: { from: 0, end: numbers.length },
      keyOf: (place) => numbers[place] ?? outOfRange(),
      read: (block) => {
        const keyed = keys.read(block)
        const own = room.reserve(keyed.count)
        for (let index = 0; index < keyed.count; index++) {
          const ordinal = keyed.keys[index] ?? outOfRange()
          own[index] = hasBit(bits, ordinal) ? (places.get(ordinal) ?? OUTSIDE) : OUTSIDE
        }
        return { ...keyed, keys: own }
      },
    }
  }

  /** Where the terms of hits are known, they are read in ascending order, which is cheapest. */
  #partOf(keys: SegmentKeys, terms: TermDictionary, part: TermPart, number: number): SegmentKeys {
    const from = part.from === undefined ? 0 : terms.lowerBound(part.from)
    const end = part.end === undefined ? terms.size : terms.lowerBound(part.end)
    if (isSparse(part.hits, number, from, end)) {
      const few = new Map<number, number>()
      eachHit(part.hits, number, from, end, (ordinal, term) => {
        few.set(ordinal, this.#terms.addBytes(term))
      })
      return { ...keys, part: { from, end }, keyOf: (ordinal) => few.get(ordinal) ?? 0 }
    }
    const numbers = new Uint32Array(end - from)
    eachHit(part.hits, number, from, end, (ordinal, term) => {
      numbers[ordinal - from] = this.#terms.addBytes(term)
    })
    return {
      ...keys,
      part: { from, end },
      keyOf: (ordinal) => numbers[ordinal - from] ?? outOfRange(),
    }
  }

  /** When many terms are needed, all are read, since ascending access is cheapest. */
  #termReader(terms: TermDictionary): (ordinal: number) => number {
    let asked = 0
    let all: Uint32Array | undefined
    return (ordinal) => {
      asked += 1
      const isMany = asked > MANY_TERMS && asked * MANY_SHARE > terms.size
      if (all === undefined && isMany && terms.size <= READ_WHOLE_MAX) {
        const keys = new Uint32Array(terms.size)
        terms.scan(0, terms.size, (each, term) => {
          keys[each] = this.#terms.addBytes(term)
          return true
        })
        all = keys
      }
      return all?.[ordinal] ?? this.#terms.addBytes(terms.term(ordinal))
    }
  }
}

/** The number of terms, and the share of all, from which on all are read. */
const MANY_TERMS = 256
const MANY_SHARE = 2
/** For a larger dictionary, all terms would take too much more memory than those needed. */
const READ_WHOLE_MAX = 2 ** 20

function documentFrequencies({ postings }: TermsField): (ordinal: number) => number {
  return (ordinal) => postings.documentFrequency(ordinal)
}

function gatherOrdinals(ordinals: PackedOrdinals, places: Places, room: KeyRoom): Uint32Array {
  const { count, indices, isRange } = places
  const first = firstPlace(places)
  if (isRange && ordinals instanceof Uint32Array) return ordinals.subarray(first, first + count)
  const keys = room.reserve(count)
  if (isRange) {
    keys.set(ordinals.subarray(first, first + count))
    return keys
  }
  for (let place = 0; place < count; place++)
    keys[place] = ordinals[indices[place] ?? outOfRange()] ?? outOfRange()
  return keys
}

/** The values of LONG, DOUBLE and BOOLEAN fields as keys. */
class NumberFieldKeys implements ValueKeys {
  readonly #field: AggregatedField
  readonly #keys: NumberKeys
  readonly #part: NumberPart | undefined
  readonly #scratch = createPlaces()
  readonly #room = new KeyRoom()

  constructor(field: AggregatedField, part: NumberPart | undefined) {
    this.#field = field
    this.#part = part
    this.#keys = new NumberKeys(part)
  }

  memoryBytes(): number {
    return this.#keys.memoryBytes
  }

  open({ segment }: SegmentView): SegmentKeys | undefined {
    const found = this.#field.find(segment.rows)
    if (found?.field.kind !== 'numeric' || found.field.column === undefined) return undefined
    if (this.#part !== undefined) {
      return { ...this.#wide(found, found.field.column), part: { from: 0, end: OUTSIDE } }
    }
    return (
      this.#narrow(found, found.field, found.field.column, segment.rows.documents) ??
      this.#wide(found, found.field.column)
    )
  }

  value(key: number): number | bigint {
    return this.#keys.valueOf(key)
  }

  text(key: number): string {
    const value = this.#keys.valueOf(key)
    return numberText(value, this.#field.layout.type)
  }

  /** Values in a narrow range are keys themselves. */
  #narrow(
    { shape }: FoundField,
    field: NumericField,
    column: NumericColumn,
    documents: number,
  ): SegmentKeys | undefined {
    const { values, base, scale } = column
    if (!(values instanceof Int32Array)) return undefined
    const ends = columnEnds(field, column).values
    if (ends.length < 2) return undefined
    const least = Number(ends[0] ?? outOfRange())
    const size = Number(ends[1] ?? outOfRange()) - least + 1
    if (size > Math.max(documents, NARROW_MIN)) return undefined
    const finder = new PlaceFinder(shape, false, this.#scratch)
    return {
      size,
      mayRepeat: shape.isMany,
      keyOf: isExact(base, scale)
        ? (local) => this.#keys.keyOf(Number(base) + Number(scale) * (least + local))
        : (local) => this.#keys.keyOfLong(base + scale * BigInt(least + local)),
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        const { indices, count } = places
        for (let place = 0; place < count; place++) {
          keys[place] = (values[indices[place] ?? outOfRange()] ?? outOfRange()) - least
        }
        return { ...places, keys }
      },
    }
  }

  #wide({ shape }: FoundField, column: NumericColumn): SegmentKeys {
    const finder = new PlaceFinder(shape, false, this.#scratch)
    const intern = internOf(column, this.#keys)
    return {
      size: undefined,
      mayRepeat: shape.isMany,
      keyOf: sameKey,
      read: (block) => {
        const places = finder.find(block)
        const keys = this.#room.reserve(places.count)
        intern(places, keys)
        return { ...places, keys }
      },
    }
  }
}

const NARROW_MIN = 2 ** 12

type Intern = (places: Places, keys: Uint32Array) => void

function internOf(column: NumericColumn, numbers: NumberKeys): Intern {
  const { values, base, scale } = column
  if (values instanceof BigInt64Array) return internLongs(values, numbers)
  if (values instanceof Int32Array && !isExact(base, scale)) {
    return ({ count, indices }, keys) => {
      for (let place = 0; place < count; place++) {
        const unit = BigInt(values[indices[place] ?? outOfRange()] ?? outOfRange())
        keys[place] = numbers.keyOfLong(base + scale * unit)
      }
    }
  }
  const gather = gatherDoubles(column)
  return (places, keys) => {
    const doubles = gather(places)
    for (let place = 0; place < places.count; place++) {
      keys[place] = numbers.keyOf(doubles[place] ?? outOfRange())
    }
  }
}

/** The upper halves of the integers that are exact as doubles. */
const SAFE_HIGH = 2 ** 21

function internLongs(values: BigInt64Array, numbers: NumberKeys): Intern {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  return ({ count, indices }, keys) => {
    for (let place = 0; place < count; place++) {
      const index = indices[place] ?? outOfRange()
      const high = words[index * 2 + 1] ?? outOfRange()
      keys[place] =
        high >= 1 - SAFE_HIGH && high < SAFE_HIGH
          ? numbers.keyOf(high * 2 ** 32 + ((words[index * 2] ?? outOfRange()) >>> 0))
          : numbers.keyOfLong(values[index] ?? outOfRange())
    }
  }
}

/** The text that a group's key shows. */
export function numberText(value: number | bigint, type: string): string {
  if (type === 'BOOLEAN') return value === 0 ? 'false' : 'true'
  if (type === 'DOUBLE' && Number.isInteger(value)) return `${value}.0`
  return String(value)
}
