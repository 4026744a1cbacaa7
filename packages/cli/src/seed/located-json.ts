import { SeedError } from './seed-error.js'

/** A JSON value. Integers are bigint, so that they are not rounded; numbers with a fraction are number. */
export type Json =
  | string
  | bigint
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

export type JsonPath = readonly (string | number)[]

/** A value, and the place of each of its parts in the file: `FILE:LINE:COLUMN`. */
export interface LocatedJson {
  readonly value: Json
  placeOf(path: JsonPath): string
}

const DEPTH_MAX = 64
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
const NUMBER = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const WORD = /true|false|null/y

/** Parses JSON with comments and trailing commas. Throws SeedError with the place. */
export function parseLocated(text: string, file: string): LocatedJson {
  return new LocatedParser(text, file).parse()
}

class LocatedParser {
  readonly #text: string
  readonly #file: string
  /** The offsets of the members of each list and object. */
  readonly #begins = new Map<object, ReadonlyMap<string | number, number>>()
  #at = 0
  #depth = 0

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
  }

  parse(): LocatedJson {
    const value = this.#value()
    this.#space()
    if (this.#at < this.#text.length) throw this.#error('there is more than one value')
    return { value, placeOf: (path) => this.#placeOf(value, path) }
  }

  #value(): Json {
    this.#space()
    if (this.#accept('{')) return this.#nested(() => this.#object())
    if (this.#accept('[')) return this.#nested(() => this.#list())
    if (this.#text[this.#at] === '"') return this.#string()
    const word = this.#match(WORD)?.[0]
    if (word !== undefined) return word === 'null' ? null : word === 'true'
    const number = this.#match(NUMBER)
    if (number === undefined) throw this.#error('this is no JSON')
    const [written, fraction] = number
    return fraction === '' ? BigInt(written) : Number(written)
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw this.#error('this is nested too deep')
    const value = read()
    this.#depth -= 1
    return value
  }

  #object(): Json {
    const members = new Map<string, Json>()
    const begins = new Map<string, number>()
    while (!this.#closes('}')) {
      const begin = this.#at
      const name = this.#string()
      if (begins.has(name)) throw this.#error(`'${name}' is there twice`, begin)
      begins.set(name, begin)
      this.#space()
      if (!this.#accept(':')) throw this.#error('a colon is missing')
      members.set(name, this.#value())
      this.#separator('}')
    }
    const object = Object.fromEntries(members)
    this.#begins.set(object, begins)
    return object
  }

  #list(): Json {
    const items: Json[] = []
    const begins = new Map<number, number>()
    while (!this.#closes(']')) {
      begins.set(items.length, this.#at)
      items.push(this.#value())
      this.#separator(']')
    }
    this.#begins.set(items, begins)
    return items
  }

  #closes(close: string): boolean {
    this.#space()
    return this.#accept(close)
  }

  #separator(close: string): void {
    this.#space()
    if (this.#accept(',') || this.#text[this.#at] === close) return
    throw this.#error(`a comma or ${close} is missing`)
  }

  #string(): string {
    const written = this.#match(STRING)?.[0]
    if (written === undefined) throw this.#error('this is no text in quotes')
    return String(JSON.parse(written))
  }

  #space(): void {
    this.#match(SPACE)
  }

  #accept(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at += match[0].length
    return match
  }

  #error(message: string, at = this.#at): SeedError {
    return new SeedError(`${this.#place(at)}: ${message}`)
  }

  /** The place of a part; for a missing part, that of its nearest existing parent. */
  #placeOf(root: Json, path: JsonPath): string {
    let value: unknown = root
    let found = this.#text.length - this.#text.trimStart().length
    for (const step of path) {
      if (typeof value !== 'object' || value === null) break
      const begin = this.#begins.get(value)?.get(step)
      if (begin === undefined) break
      found = begin
      value = Reflect.get(value, step)
    }
    return this.#place(found)
  }

  #place(at: number): string {
    const lines = this.#text.slice(0, at).split('\n')
    return `${this.#file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
  }
}
