/** Reads parsed JSON member by member and checks each type, so that an error names the damaged member. */
export class JsonReader {
  readonly #value: unknown
  readonly #path: string

  constructor(value: unknown, path = 'record') {
    this.#value = value
    this.#path = path
  }

  member(name: string): JsonReader {
    const value = this.#value
    if (typeof value !== 'object' || value === null) throw this.#wrong('an object')
    return new JsonReader(Reflect.get(value, name), `${this.#path}.${name}`)
  }

  number(): number {
    if (typeof this.#value !== 'number') throw this.#wrong('a number')
    return this.#value
  }

  string(): string {
    if (typeof this.#value !== 'string') throw this.#wrong('a string')
    return this.#value
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') throw this.#wrong('a boolean')
    return this.#value
  }

  /** Integers that JSON numbers cannot hold are written as decimal strings. */
  bigint(): bigint {
    return BigInt(this.string())
  }

  /** Bytes are written in base64. */
  bytes(): Buffer {
    return Buffer.from(this.string(), 'base64')
  }

  oneOf<const Choice extends string>(choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === this.#value)
    if (found === undefined) throw this.#wrong(`one of ${choices.join(', ')}`)
    return found
  }

  list<Item>(read: (item: JsonReader) => Item): Item[] {
    if (!Array.isArray(this.#value)) throw this.#wrong('a list')
    return this.#value.map((item, index) => read(new JsonReader(item, `${this.#path}[${index}]`)))
  }

  /** Undefined for an absent member, such as one that an earlier version did not write. */
  optional<Item>(read: (item: JsonReader) => Item): Item | undefined {
    return this.#value === undefined ? undefined : read(this)
  }

  #wrong(expected: string): Error {
    return new Error(`damaged catalogue: ${this.#path} is not ${expected}`)
  }
}
