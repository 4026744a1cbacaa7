import type { Value } from '@rowhouse/client'
import { limits } from '@rowhouse/protocol'
import type { FileRecord, FileValue } from '../formats/record.js'
import { type Convert, converterOf } from './convert-value.js'
import type { ImportPlan } from './import-plan.js'
import { type MakeKey, keyMaker } from './made-key.js'
import { md5OfSystem } from './md5-of-system.js'
import { timeParser } from './time-format.js'

export interface NewCell {
  readonly name: string
  readonly value: Value
  readonly timestamp?: bigint
}

/** A row that is ready to be written. */
export interface ReadyRow {
  /** The record's number in the file; the record itself would take memory while the row is in flight. */
  readonly record: number
  /** The values of the key in the order of its columns. */
  readonly key: readonly Value[]
  /** The key and the columns. */
  readonly row: Readonly<Record<string, Value>>
  /** Used instead of the columns when the file has versions with times. */
  readonly cells: readonly NewCell[] | undefined
}

interface Field {
  readonly target: string | undefined
  readonly isKey: boolean
  readonly type: string
  readonly convert: Convert
}

/** Makes rows of records according to the plan. */
export class RowMaker {
  readonly #plan: ImportPlan
  readonly #zone: string
  readonly #keepsTimes: boolean
  readonly #keyNames: readonly string[]
  readonly #made: readonly { readonly target: string; readonly make: MakeKey }[]
  readonly #fields = new Map<string, Field>()
  #fixedNames: readonly string[] = []
  #fixedFields: readonly Field[] = []

  constructor(plan: ImportPlan, zone: string, keepsTimes: boolean) {
    this.#plan = plan
    this.#zone = zone
    this.#keepsTimes = keepsTimes
    this.#keyNames = Object.keys(plan.schema.key)
    this.#made = plan.madeKeys.map((made) => ({
      target: made.target,
      make: keyMaker(made, md5OfSystem),
    }))
    for (const { source, target, type, timeFormat } of plan.columns) {
      const convert = converterOf(type, timeParser(timeFormat, zone))
      const isKey = target !== undefined && this.#keyNames.includes(target)
      this.#fields.set(source, { target, isKey, type, convert })
    }
  }

  /** The row, or the problem with the record. */
  row(record: FileRecord): ReadyRow | string {
    const { names, values, times } = record
    const row: Record<string, Value> = {}
    const { counter } = this.#plan
    if (counter !== undefined) row[counter] = BigInt(record.number)
    const cells: NewCell[] | undefined = times !== undefined && this.#keepsTimes ? [] : undefined
    const fields = this.#fieldsOf(names)
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]
      const value = values[i]
      if (field?.target === undefined || value === null || value === undefined) continue
      const converted = field.convert(value)
      if (converted === undefined) return problemOf(field.target, field.type, value)
      const large = tooLarge(converted, field.isKey)
      if (large) return `${field.target} has more than ${large} bytes`
      if (cells === undefined || field.isKey) row[field.target] = converted
      else cells.push(cellOf(field.target, converted, times?.[i]))
    }
    const problem = this.#makeKeys(row, cells)
    if (problem !== undefined) return problem
    const key: Value[] = []
    for (const name of this.#keyNames) {
      const value = row[name]
      if (value === undefined) return `${name} of the key has no value`
      key.push(value)
    }
    const columns = cells?.length ?? this.#columnsOf(row, fields.length)
    if (columns > limits.CELLS_PER_WRITE_MAX) return `it has ${columns} columns, too many for a row`
    return { record: record.number, key, row, cells }
  }

  /** The columns beside the key. They are counted only if the record has so many fields. */
  #columnsOf(row: Readonly<Record<string, Value>>, fields: number): number {
    if (fields <= limits.CELLS_PER_WRITE_MAX) return 0
    return Object.keys(row).length - this.#keyNames.length
  }

  /** Sets the key columns that are made of others; returns the problem if one cannot be made. */
  #makeKeys(row: Record<string, Value>, cells: readonly NewCell[] = []): string | undefined {
    for (const { target, make } of this.#made) {
      const made = make((name) => row[name] ?? cells.find((cell) => cell.name === name)?.value)
      if ('problem' in made) return made.problem
      row[target] = made.key
    }
    return undefined
  }

  /** Records of a file with fixed columns share their array of names. */
  #fieldsOf(names: readonly string[]): readonly Field[] {
    if (names !== this.#fixedNames) {
      this.#fixedNames = names
      this.#fixedFields = names.map((name) => this.#fields.get(name) ?? this.#unplanned(name))
    }
    return this.#fixedFields
  }

  /** A column that is not in the sample keeps its types in the file. */
  #unplanned(name: string): Field {
    const convert = converterOf('written', timeParser(undefined, this.#zone))
    const field = { target: name, isKey: this.#keyNames.includes(name), type: 'written', convert }
    if (this.#fields.size < limits.CELLS_PER_WRITE_MAX) this.#fields.set(name, field)
    return field
  }
}

const cellOf = (name: string, value: Value, timestamp: bigint | undefined): NewCell =>
  timestamp === undefined ? { name, value } : { name, value, timestamp }

/** The bound that a value exceeds, or 0. */
function tooLarge(value: Value, isKey: boolean): number {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return 0
  const most = isKey ? limits.PRIMARY_KEY_VALUE_BYTES_MAX : limits.ATTRIBUTE_VALUE_BYTES_MAX
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (value.length * 3 <= most) return 0
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) : value.length
  return bytes > most ? most : 0
}

const EXAMPLE_CHARACTERS = 60

const isInteger = (value: FileValue): boolean =>
  typeof value === 'bigint' || (typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value))

function problemOf(name: string, type: string, value: FileValue): string {
  const text = value instanceof Uint8Array ? 'bytes' : JSON.stringify(String(value))
  const wants = type === 'double' && isInteger(value) ? 'double that has all digits' : type
  return `${name} is no ${wants}: ${text.slice(0, EXAMPLE_CHARACTERS)}`
}
