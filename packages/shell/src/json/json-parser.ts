/**
 * A JSON value. Numbers without fraction and exponent are bigint, so that integers beyond 2^53 are exact;
 * other numbers are number.
 */
export type JsonValue = string | bigint | number | boolean | null | JsonList | JsonObject
export type JsonList = readonly JsonValue[]
export interface JsonObject {
  readonly [name: string]: JsonValue
}

export type JsonPath = readonly (string | number)[]

/** A place in a text; both numbers count from 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

/** A value, and the place of each of its parts in the text. */
export interface LocatedJson {
  readonly value: JsonValue
  /** The place of a part; for a missing part, that of its nearest existing parent. */
  placeOf(path: JsonPath): JsonPlace
}

export interface JsonOptions {
  /** How deep arrays and objects may be nested. */
  readonly depthMax: number
  /** For files that people write: allows comments and trailing commas, and refuses repeated names. */
  readonly isRelaxed: boolean
  readonly errorAt: (problem: string, place: JsonPlace) => Error
}

const SPACE = /[ \t\r\n]*/y
const SPACE_OR_COMMENTS = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
/** A number; the group is its fraction and exponent. */
const NUMBER = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const WORD = /true|false|null/y

/** Parses JSON. Throws the error of `errorAt` at the place where the text is not JSON. */
export function parseJson(text: string, options: JsonOptions): LocatedJson {
  return new JsonParser(text, options).parse()
}

class JsonParser {
  readonly #text: string
  readonly #options: JsonOptions
  readonly #spaces: RegExp
  /** The offsets of the members of each list and object. */
  readonly #begins = new Map<object, ReadonlyMap<string | number, number>>()
  #at = 0
  #depth = 0

  constructor(text: string, options: JsonOptions) {
    this.#text = text
    this.#options = options
    this.#spaces = options.isRelaxed ? SPACE_OR_COMMENTS : SPACE
  }

  parse(): LocatedJson {
    const value = this.#value()
    this.#space()
    if (this.#at < this.#text.length) throw this.#error('there is more than one value')
    return { value, placeOf: (path) => this.#placeOf(value, path) }
  }

  #value(): JsonValue {
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
    if (this.#depth > this.#options.depthMax) throw this.#error('this is nested too deep')
    const value = read()
    this.#depth -= 1
    return value
  }

  #object(): JsonObject {
    const members = new Map<string, JsonValue>()
    const begins = new Map<string, number>()
    this.#items('}', (begin) => {
      const name = this.#string()
      if (this.#options.isRelaxed && begins.has(name)) {
        throw this.#error(`'${name}' is there twice`, begin)
      }
      begins.set(name, begin)
      this.#space()
      if (!this.#accept(':')) throw this.#error('a colon is missing')
      members.set(name, this.#value())
    })
    // An own property for every name, also for that of the prototype.
    const object = Object.fromEntries(members)
    this.#begins.set(object, begins)
    return object
  }

  #list(): JsonList {
    const items: JsonValue[] = []
    const begins = new Map<number, number>()
    this.#items(']', (begin) => {
      begins.set(items.length, begin)
      items.push(this.#value())
    })
    this.#begins.set(items, begins)
    return items
  }

  #items(close: string, item: (begin: number) => void): void {
    this.#space()
    if (this.#accept(close)) return
    do {
      item(this.#at)
      this.#space()
      if (this.#accept(close)) return
      if (!this.#accept(',')) throw this.#error(`a comma or ${close} is missing`)
      this.#space()
    } while (!this.#options.isRelaxed || !this.#accept(close))
  }

  #string(): string {
    const written = this.#match(STRING)?.[0]
    if (written === undefined) throw this.#error('this is no text in quotes')
    return String(JSON.parse(written))
  }

  #space(): void {
    this.#match(this.#spaces)
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

  #error(problem: string, at = this.#at): Error {
    return this.#options.errorAt(problem, this.#placeAt(at))
  }

  #placeOf(root: JsonValue, path: JsonPath): JsonPlace {
    let value: unknown = root
    let found = this.#text.length - this.#text.trimStart().length
    for (const step of path) {
      if (typeof value !== 'object' || value === null) break
      const begin = this.#begins.get(value)?.get(step)
      if (begin === undefined) break
      found = begin
      value = Reflect.get(value, step)
    }
    return this.#placeAt(found)
  }

  #placeAt(at: number): JsonPlace {
    const before = this.#text.slice(0, at)
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
  }
}
