import { type Data, isList, isObject } from '../forms/form.js'

/**
 * JSON whose whole numbers are exact 64-bit integers, and whose other numbers have a fraction or an
 * exponent: `5` is an
 * INTEGER, `5.0` a DOUBLE. Where it is read, the place of every value is kept, so that a fault can be
 * shown there.
 */
export interface Place {
  readonly from: number
  readonly to: number
}

/** The names and positions that lead to a value, from the outermost object on. */
export type Path = readonly (string | number)[]

export const pathName = (path: Path): string => path.join('/')

interface ReadJson {
  readonly data: Data
  /** By the name of the path. */
  readonly places: ReadonlyMap<string, Place>
}

/** A text that is no JSON, with the place where that shows. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly at: number

  constructor(at: number) {
    super(`no JSON at ${at}`)
    this.at = at
  }
}

/** Throws JsonFault. */
export function readExactJson(text: string): ReadJson {
  const reader = new JsonReader(text)
  return { data: reader.whole(), places: reader.places }
}

const DEPTH_MAX = 64

class JsonReader {
  readonly #text: string
  #at = 0
  readonly places = new Map<string, Place>()

  constructor(text: string) {
    this.#text = text
  }

  whole(): Data {
    const data = this.#value([])
    this.#space()
    if (this.#at < this.#text.length) throw new JsonFault(this.#at)
    return data
  }

  #value(path: Path): Data {
    if (path.length > DEPTH_MAX) throw new JsonFault(this.#at)
    this.#space()
    const from = this.#at
    const data = this.#bare(path)
    this.places.set(pathName(path), { from, to: this.#at })
    return data
  }

  #bare(path: Path): Data {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(path)
      case '[':
        return this.#list(path)
      case '"':
        return this.#string()
      default:
        return this.#literal()
    }
  }

  #object(path: Path): Data {
    const members: { [name: string]: Data } = {}
    this.#each('}', () => {
      this.#space()
      if (this.#text[this.#at] !== '"') throw new JsonFault(this.#at)
      const name = this.#string()
      this.#take(':')
      Object.defineProperty(members, name, {
        value: this.#value([...path, name]),
        enumerable: true,
        configurable: true,
      })
    })
    return members
  }

  #list(path: Path): Data {
    const items: Data[] = []
    this.#each(']', () => {
      items.push(this.#value([...path, items.length]))
    })
    return items
  }

  /** What stands between a bracket and its end, with commas between. */
  #each(end: string, readOne: () => void): void {
    this.#at++
    this.#space()
    if (this.#text[this.#at] === end) {
      this.#at++
      return
    }
    for (;;) {
      readOne()
      this.#space()
      const sign = this.#text[this.#at]
      if (sign !== ',' && sign !== end) throw new JsonFault(this.#at)
      this.#at++
      if (sign === end) return
    }
  }

  #string(): string {
    const found = this.#match(/"(?:[^"\\\n]|\\.)*"/y)
    try {
      const text: unknown = JSON.parse(found)
      if (typeof text === 'string') return text
    } catch {
      // Told below.
    }
    throw new JsonFault(this.#at - found.length)
  }

  #literal(): Data {
    const from = this.#at
    const word = this.#match(/-?[\w.+-]+/y)
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return undefined
    if (/^-?(?:0|[1-9]\d{0,19})$/.test(word)) return BigInt(word)
    const number = Number(word)
    const isDouble =
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) && Number.isFinite(number)
    if (isDouble) return number
    throw new JsonFault(from)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw new JsonFault(this.#at)
    this.#at += found.length
    return found
  }

  #take(sign: string): void {
    this.#space()
    if (this.#text[this.#at] !== sign) throw new JsonFault(this.#at)
    this.#at++
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}

const LINE_LETTERS = 60

/** Short objects and lists stand in one line. */
export function writeExactJson(data: Data, indent = ''): string {
  const line = inOneLine(data)
  if (indent.length + line.length <= LINE_LETTERS) return line
  const deeper = `${indent}  `
  if (isList(data)) {
    const items = data.map((item) => deeper + writeExactJson(item, deeper))
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  if (!isObject(data)) return line
  const members = givenMembers(data).map(
    ([name, member]) => `${deeper}${JSON.stringify(name)}: ${writeExactJson(member, deeper)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

const givenMembers = (data: Readonly<Record<string, Data>>) =>
  Object.entries(data).filter(([, member]) => member !== undefined)

/** All in one line, for an address. */
export function inOneLine(data: Data): string {
  if (data === undefined) return 'null'
  if (typeof data === 'bigint') return data.toString()
  if (typeof data === 'number') return doubleText(data)
  if (typeof data === 'string' || typeof data === 'boolean') return JSON.stringify(data)
  if (isList(data)) return `[${data.map(inOneLine).join(', ')}]`
  if (!isObject(data)) return ''
  const members = givenMembers(data).map(
    ([name, member]) => `${JSON.stringify(name)}: ${inOneLine(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A double is known by its fraction or exponent. */
export function doubleText(value: number): string {
  const text = String(value)
  return /[.e]/.test(text) || !Number.isFinite(value) ? text : `${text}.0`
}
