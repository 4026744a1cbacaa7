import { UseError } from '../errors.js'
import { shellLimits } from '../limits.js'

/**
 * A JSON value. Numbers without fraction and exponent are bigint, so that integers beyond 2^53 are exact;
 * other numbers are number.
 */
export type JsonValue = string | bigint | number | boolean | null | JsonList | JsonObject
export type JsonList = readonly JsonValue[]
export interface JsonObject {
  readonly [name: string]: JsonValue
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const STRING = /"(?:[^"\\]|\\.)*"/sy
const SPACE = /[ \t\r\n]*/y

/** Parses JSON. Throws UseError with the place of the error; `what` is the name of the text. */
export function readJson(text: string, what: string): JsonValue {
  const reader = new Reader(text, what)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  readonly #text: string
  readonly #what: string
  #at = 0

  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  value(depth: number): JsonValue {
    if (depth > shellLimits.JSON_DEPTH) throw this.#error()
    this.#skip()
    const character = this.#text[this.#at]
    if (character === '{') return this.#object(depth)
    if (character === '[') return this.#list(depth)
    if (character === '"') return this.#string()
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    const number = this.#match(NUMBER)
    if (number === undefined) throw this.#error()
    return /[.eE]/.test(number) ? Number(number) : BigInt(number)
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw this.#error()
  }

  #object(depth: number): JsonObject {
    const members: [string, JsonValue][] = []
    this.#items('}', () => {
      this.#skip()
      const name = this.#string()
      if (!this.#accept(':')) throw this.#error()
      members.push([name, this.value(depth + 1)])
    })
    return Object.fromEntries(members)
  }

  #list(depth: number): JsonList {
    const values: JsonValue[] = []
    this.#items(']', () => values.push(this.value(depth + 1)))
    return values
  }

  #items(close: string, item: () => void): void {
    this.#at += 1
    if (this.#accept(close)) return
    do item()
    while (this.#accept(','))
    if (!this.#accept(close)) throw this.#error()
  }

  #string(): string {
    const token = this.#match(STRING)
    if (token === undefined) throw this.#error()
    try {
      return String(JSON.parse(token))
    } catch {
      throw this.#error()
    }
  }

  #accept(character: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #skip(): void {
    this.#match(SPACE)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [token] = pattern.exec(this.#text) ?? []
    if (token !== undefined) this.#at += token.length
    return token
  }

  #error(): UseError {
    const line = this.#text.slice(0, this.#at).split('\n').length
    const column = this.#at - this.#text.lastIndexOf('\n', this.#at - 1)
    return new UseError(`${this.#what} is no JSON at line ${line}, character ${column}`)
  }
}

const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/** Whether a typed text is a complete value: no bracket and no string is open. */
export function isWholeJson(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, 's')
  if (bare.includes('"') || bare.trim() === '') return false
  const depth = (open: string, close: string): number =>
    bare.split(open).length - bare.split(close).length
  return depth('{', '}') <= 0 && depth('[', ']') <= 0
}
