import { UseError } from '../errors.js'
import type { JsonList, JsonObject, JsonValue } from './json-parser.js'

/**
 * The members of an object by their names in lower case, because the manual's samples mix `C` and `c`. A
 * null member counts as absent. `where` is the object's name in errors.
 */
export class Members {
  readonly where: string
  readonly #members: ReadonlyMap<string, JsonValue>

  constructor(value: JsonValue | undefined, where: string) {
    if (!isObject(value)) throw new UseError(`${where} is no JSON object`)
    this.where = where
    this.#members = new Map(
      Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]),
    )
  }

  /** The first of these members that is there; undefined if all are absent or null. */
  get(...names: readonly string[]): JsonValue | undefined {
    for (const name of names) {
      const value = this.#members.get(name.toLowerCase())
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }

  need(...names: readonly string[]): JsonValue {
    const value = this.get(...names)
    if (value === undefined) throw new UseError(`${this.where} lacks ${names[0]}`)
    return value
  }

  text(...names: readonly string[]): string | undefined {
    const value = this.get(...names)
    if (value === undefined || typeof value === 'string') return value
    throw new UseError(`${names[0]} of ${this.where} is no string`)
  }

  needText(...names: readonly string[]): string {
    const value = this.text(...names)
    if (value === undefined) throw new UseError(`${this.where} lacks ${names[0]}`)
    return value
  }

  flag(...names: readonly string[]): boolean | undefined {
    const value = this.get(...names)
    if (value === undefined || typeof value === 'boolean') return value
    throw new UseError(`${names[0]} of ${this.where} is neither true nor false`)
  }

  integer(...names: readonly string[]): number | undefined {
    const value = this.get(...names)
    if (value === undefined) return undefined
    if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
    throw new UseError(`${names[0]} of ${this.where} is no whole number`)
  }

  number(...names: readonly string[]): number | undefined {
    const value = this.get(...names)
    if (value === undefined) return undefined
    if (typeof value === 'bigint' || typeof value === 'number') return Number(value)
    throw new UseError(`${names[0]} of ${this.where} is no number`)
  }

  object(...names: readonly string[]): Members | undefined {
    const value = this.get(...names)
    return value === undefined ? undefined : new Members(value, names[0] ?? this.where)
  }

  needObject(...names: readonly string[]): Members {
    return new Members(this.need(...names), names[0] ?? this.where)
  }

  /** Empty if the member is absent. */
  list(...names: readonly string[]): JsonList {
    const value = this.get(...names)
    return value === undefined ? [] : listOf(value, `${names[0]} of ${this.where}`)
  }

  texts(...names: readonly string[]): readonly string[] {
    return this.list(...names).map((value) => {
      if (typeof value === 'string') return value
      throw new UseError(`${names[0]} of ${this.where} holds what is no string`)
    })
  }
}

export function listOf(value: JsonValue, where: string): JsonList {
  if (isList(value)) return value
  throw new UseError(`${where} is no JSON array`)
}

const isList = (value: JsonValue): value is JsonList => Array.isArray(value)

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
