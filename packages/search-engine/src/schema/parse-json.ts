import { searchEngineLimits } from '../limits.js'

/** As JSON.parse gives it, but integers beyond the exact range of a number are bigints. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject

export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** A number that may be longer than a double holds has at least so many digits in a row. */
const LONG_DIGITS = /\d{16}/
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const INTEGER = /^-?\d+$/
const SPACE = /[ \t\n\r]*/y
/** More digits are no 64-bit integer. */
const INTEGER_DIGITS_MAX = 40

/** Undefined when the text is no JSON, or is nested deeper than the limit. */
export function parseJson(text: string): JsonValue | undefined {
  if (!LONG_DIGITS.test(text)) return parsePlain(text)
  const parser = new JsonParser(text)
  const value = parser.value(0)
  return value === undefined || !parser.isAtEnd() ? undefined : value
}

/** The JavaScript engine's own parser is many times as fast. */
function parsePlain(text: string): JsonValue | undefined {
  const value = tryParse(text)
  return isJson(value, 0) ? value : undefined
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether it is JSON, and not too deep. */
function isJson(value: unknown, depth: number): value is JsonValue {
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (depth >= searchEngineLimits.SEARCH_JSON_DEPTH_MAX) return false
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.every((part) => isJson(part, depth + 1))
}

class JsonParser {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  isAtEnd(): boolean {
    this.take(SPACE)
    return this.at === this.text.length
  }

  value(depth: number): JsonValue | undefined {
    this.take(SPACE)
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth)
      case '[':
        return this.array(depth)
      case '"':
        return this.string()
      case 't':
        return this.word('true', true)
      case 'f':
        return this.word('false', false)
      case 'n':
        return this.word('null', null)
      default:
        return this.number()
    }
  }

  private array(depth: number): JsonValue[] | undefined {
    if (depth >= searchEngineLimits.SEARCH_JSON_DEPTH_MAX) return undefined
    const values: JsonValue[] = []
    this.at += 1
    if (this.sign(']')) return values
    do {
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      values.push(value)
    } while (this.sign(','))
    return this.sign(']') ? values : undefined
  }

  private object(depth: number): JsonObject | undefined {
    if (depth >= searchEngineLimits.SEARCH_JSON_DEPTH_MAX) return undefined
    const members: [string, JsonValue][] = []
    this.at += 1
    // Made of entries, so that no name reaches a prototype.
    if (this.sign('}')) return {}
    do {
      this.take(SPACE)
      const name = this.string()
      if (name === undefined || !this.sign(':')) return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      members.push([name, value])
    } while (this.sign(','))
    return this.sign('}') ? Object.fromEntries(members) : undefined
  }

  /** Found by its last quote, then read by the engine. */
  private string(): string | undefined {
    const start = this.at
    let end = this.text[start] === '"' ? this.text.indexOf('"', start + 1) : -1
    while (end >= 0 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1)
    if (end < 0) return undefined
    this.at = end + 1
    const value = tryParse(this.text.slice(start, this.at))
    return typeof value === 'string' ? value : undefined
  }

  private isEscaped(at: number): boolean {
    let first = at
    while (this.text[first - 1] === '\\') first -= 1
    return (at - first) % 2 === 1
  }

  private number(): number | bigint | undefined {
    const digits = this.take(NUMBER)
    if (digits === undefined) return undefined
    const value = Number(digits)
    if (!INTEGER.test(digits) || digits.length > INTEGER_DIGITS_MAX) return value
    return Number.isSafeInteger(value) ? value : BigInt(digits)
  }

  private word<T extends JsonValue>(word: string, value: T): T | undefined {
    if (!this.text.startsWith(word, this.at)) return undefined
    this.at += word.length
    return value
  }

  private sign(sign: string): boolean {
    this.take(SPACE)
    if (this.text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  /** What a sticky pattern finds here. */
  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}
