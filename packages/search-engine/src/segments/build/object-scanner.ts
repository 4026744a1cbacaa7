import { outOfRange } from '@rowhouse/platform'
import { createDecimal, readDecimal } from '../../values/decimal-bytes.js'

/** What a member is, in `ObjectScanner.kinds`. */
export const ABSENT = 0
export const NUMBER = 1
export const STRING = 2
export const TRUE = 3
export const FALSE = 4

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d
const SPACE = 0x20
const NOTHING = -1
const WRONG = -2

const NULL_WORD = Buffer.from('null')
const TRUE_WORD = Buffer.from('true')
const FALSE_WORD = Buffer.from('false')

/**
 * Reads a JSON list of flat objects from its bytes in one pass, into reused arrays: member m of
 * object o is at o * members + m. It supports the usual form only, and says so when a text has
 * another one, valid or not.
 */
export class ObjectScanner {
  readonly #names: readonly Uint8Array[]
  readonly #objectsMax: number
  /** The place for members that were not requested. */
  readonly #nowhere: number
  readonly kinds: Uint8Array
  readonly numbers: Float64Array
  /** Where the bytes of a string begin and end. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  objects = 0
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #to = 0
  readonly #decimal = createDecimal()

  constructor(names: readonly string[], objectsMax: number) {
    const room = names.length * objectsMax
    this.#names = names.map((name) => Buffer.from(name))
    this.#objectsMax = objectsMax
    this.#nowhere = room
    this.kinds = new Uint8Array(room + 1)
    this.numbers = new Float64Array(room + 1)
    this.starts = new Uint32Array(room + 1)
    this.ends = new Uint32Array(room + 1)
  }

  /** The bytes are UTF-8. A list, or one object. */
  scan(bytes: Uint8Array, from: number, to: number): boolean {
    this.#bytes = bytes
    this.#at = from
    this.#to = to
    this.objects = 0
    const isList = this.#next() === OPEN_LIST
    if (isList ? !this.#list() : !this.#object()) return false
    return this.#next() === NOTHING
  }

  #list(): boolean {
    this.#at++
    if (this.#next() === CLOSE_LIST) return this.#skip()
    for (;;) {
      if (!this.#object()) return false
      const sign = this.#next()
      if (sign !== COMMA && sign !== CLOSE_LIST) return false
      this.#at++
      if (sign === CLOSE_LIST) return true
      this.#next()
    }
  }

  #object(): boolean {
    if (this.#next() !== OPEN || this.objects === this.#objectsMax) return false
    this.#at++
    const first = this.objects++ * this.#names.length
    this.kinds.fill(ABSENT, first, first + this.#names.length)
    if (this.#next() === CLOSE) return this.#skip()
    for (;;) {
      const place = this.#name(first)
      if (place === WRONG || this.#next() !== COLON) return false
      this.#at++
      this.#next()
      if (!this.#value(place)) return false
      const sign = this.#next()
      if (sign !== COMMA && sign !== CLOSE) return false
      this.#at++
      if (sign === CLOSE) return true
      this.#next()
    }
  }

  /** Answers the place of the member whose name is next. */
  #name(first: number): number {
    if (this.#bytes[this.#at] !== QUOTE) return WRONG
    const start = this.#at + 1
    if (!this.#string()) return WRONG
    const length = this.#at - 1 - start
    for (let member = 0; member < this.#names.length; member++) {
      const name = this.#names[member]
      if (name?.length === length && this.#has(name, start)) return first + member
    }
    return this.#nowhere
  }

  /** The last of several members with one name counts. */
  #value(place: number): boolean {
    const start = this.#at
    switch (this.#bytes[start]) {
      case QUOTE:
        if (!this.#string()) return false
        this.#put(place, STRING)
        this.starts[place] = start + 1
        this.ends[place] = this.#at - 1
        return true
      case 0x74:
        return this.#word(TRUE_WORD) && this.#put(place, TRUE)
      case 0x66:
        return this.#word(FALSE_WORD) && this.#put(place, FALSE)
      case 0x6e:
        return this.#word(NULL_WORD) && this.#put(place, ABSENT)
      default:
        if (!readDecimal(this.#bytes, start, this.#to, this.#decimal)) return false
        this.#at = this.#decimal.end
        this.numbers[place] = this.#decimal.value
        return this.#put(place, NUMBER)
    }
  }

  #put(place: number, kind: number): boolean {
    this.kinds[place] = kind
    return true
  }

  /** Moves behind a string without escapes. */
  #string(): boolean {
    const bytes = this.#bytes
    const to = this.#to
    let at = this.#at + 1
    for (; at < to; at++) {
      const byte = bytes[at] ?? outOfRange()
      if (byte === QUOTE) {
        this.#at = at + 1
        return true
      }
      if (byte === BACKSLASH || byte < SPACE) return false
    }
    return false
  }

  #word(word: Uint8Array): boolean {
    const start = this.#at
    this.#at += word.length
    return this.#at <= this.#to && this.#has(word, start)
  }

  #has(word: Uint8Array, start: number): boolean {
    for (let index = 0; index < word.length; index++)
      if (this.#bytes[start + index] !== word[index]) return false
    return true
  }

  #skip(): true {
    this.#at++
    return true
  }

  /** The next byte that is not white space, or NOTHING at the end. */
  #next(): number {
    while (this.#at < this.#to) {
      const byte = this.#bytes[this.#at] ?? outOfRange()
      const isSpace = byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09
      if (!isSpace) return byte
      this.#at++
    }
    return NOTHING
  }
}
