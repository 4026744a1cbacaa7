import type { FileValue } from '../record.js'

/** The text of a member that is an array or an object. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type JsonMember = FileValue | JsonText

export class JsonSyntaxError extends SyntaxError {
  override readonly name = 'JsonSyntaxError'
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN = 0x7b
const CLOSE = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/**
 * Parses one level of JSON: the members of an object, or the elements of an array. JSON.parse would round
 * integers beyond 2^53 and lose the difference between 1 and 1.0. Here integers are bigint, and numbers
 * with a fraction or an exponent are number.
 */
export class JsonReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The names and values of the object. */
  object(): { readonly names: string[]; readonly values: JsonMember[] } {
    const names: string[] = []
    const values: JsonMember[] = []
    this.#expect(OPEN)
    if (!this.#accept(CLOSE)) {
      do {
        names.push(this.#string())
        this.#expect(COLON)
        values.push(this.#value())
      } while (this.#accept(COMMA))
      this.#expect(CLOSE)
    }
    this.#end()
    return { names, values }
  }

  /** The elements of the array. */
  array(): JsonMember[] {
    const values: JsonMember[] = []
    this.#expect(OPEN_LIST)
    if (!this.#accept(CLOSE_LIST)) {
      do values.push(this.#value())
      while (this.#accept(COMMA))
      this.#expect(CLOSE_LIST)
    }
    this.#end()
    return values
  }

  #value(): JsonMember {
    this.#space()
    const text = this.#text
    switch (text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#string()
      case OPEN:
      case OPEN_LIST:
        return this.#nested()
      case 0x74:
        return this.#word('true', true)
      case 0x66:
        return this.#word('false', false)
      case 0x6e:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#error()
    this.#at += word.length
    return value
  }

  #number(): bigint | number {
    NUMBER.lastIndex = this.#at
    const match = NUMBER.exec(this.#text)
    if (match === null) throw this.#error()
    this.#at = NUMBER.lastIndex
    const [token, fraction] = match
    if (fraction !== undefined && fraction !== '') return Number(token)
    return BigInt(token)
  }

  #string(): string {
    this.#space()
    const text = this.#text
    if (text.charCodeAt(this.#at) !== QUOTE) throw this.#error()
    const begin = this.#at + 1
    let end = text.indexOf('"', begin)
    const escape = text.indexOf('\\', begin)
    if (end === -1) throw this.#error()
    if (escape === -1 || escape > end) {
      this.#at = end + 1
      return text.slice(begin, end)
    }
    end = endOfString(text, begin)
    if (end === -1) throw this.#error()
    this.#at = end + 1
    const value: unknown = JSON.parse(text.slice(begin - 1, end + 1))
    return String(value)
  }

  /** The text of an array or object, which is not checked further here. */
  #nested(): JsonText {
    const text = this.#text
    const begin = this.#at
    let depth = 0
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at)
      if (code === QUOTE) {
        const end = endOfString(text, this.#at + 1)
        if (end === -1) break
        this.#at = end
      } else if (code === OPEN || code === OPEN_LIST) depth += 1
      else if ((code === CLOSE || code === CLOSE_LIST) && --depth === 0) {
        this.#at += 1
        return new JsonText(text.slice(begin, this.#at))
      }
    }
    throw this.#error()
  }

  #expect(code: number): void {
    if (!this.#accept(code)) throw this.#error()
  }

  #accept(code: number): boolean {
    this.#space()
    if (this.#text.charCodeAt(this.#at) !== code) return false
    this.#at += 1
    return true
  }

  #space(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1
  }

  #end(): void {
    this.#space()
    if (this.#at !== this.#text.length) throw this.#error()
  }

  #error(): JsonSyntaxError {
    return new JsonSyntaxError(`no JSON at character ${this.#at + 1}`)
  }
}

/** A number; the group is its fraction and exponent. */
const NUMBER = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/y

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** The place of the closing quote, or -1. */
function endOfString(text: string, begin: number): number {
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === QUOTE) return at
  }
  return -1
}
