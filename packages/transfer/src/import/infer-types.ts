import type { ColumnType } from '@rowhouse/client'
import { base64OfBytes } from '../formats/base64.js'
import type { FileRecord, FileValue } from '../formats/record.js'

/** What a sample shows about one column. */
export interface InferredColumn {
  readonly name: string
  readonly type: ColumnType
  /** The number of values, without missing ones. */
  readonly values: number
  readonly isTime: boolean
  readonly example: string
}

const INTEGER = /^-?(?:0|[1-9]\d{0,18})$/
/**
 * A number with a fraction or an exponent. An integer with too many digits is not a double, because that
 * would lose the last digits.
 */
const DOUBLE = /^-?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d+(?:[eE][+-]?\d{1,3})?|[eE][+-]?\d{1,3})$/
const BOOLEAN = /^(?:true|false)$/i
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/

/** Infers the type of a column: one that all its values allow. */
export class TypeGuess {
  readonly name: string
  readonly #isText: boolean
  #values = 0
  #integers = 0
  #doubles = 0
  /** Integers that lose digits as a double. */
  #wide = 0
  #booleans = 0
  #binaries = 0
  #times = 0
  #example = ''

  /** `isText` means that the file has only texts, so a text may be a value of any type. */
  constructor(name: string, isText: boolean) {
    this.name = name
    this.#isText = isText
  }

  add(value: FileValue): void {
    if (value === null) return
    if (this.#values === 0) this.#example = exampleOf(value)
    this.#values += 1
    if (typeof value === 'bigint') this.#addInteger(value)
    else if (typeof value === 'number') this.#doubles += 1
    else if (typeof value === 'boolean') this.#booleans += 1
    else if (typeof value !== 'string') this.#binaries += 1
    else if (TIME.test(value)) this.#times += 1
    else if (!this.#isText) return
    else if (INTEGER.test(value)) this.#addInteger(BigInt(value))
    else if (DOUBLE.test(value)) this.#doubles += 1
    else if (BOOLEAN.test(value)) this.#booleans += 1
  }

  #addInteger(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) return
    this.#integers += 1
    if (BigInt(Number(value)) !== value) this.#wide += 1
  }

  get column(): InferredColumn {
    const [name, values, example] = [this.name, this.#values, this.#example]
    const isTime = values > 0 && this.#times === values
    return { name, values, example, isTime, type: this.#type() }
  }

  #type(): ColumnType {
    const all = this.#values
    if (all === 0) return 'string'
    if (this.#integers === all) return 'integer'
    if (this.#integers + this.#doubles === all) return this.#wide > 0 ? 'string' : 'double'
    if (this.#booleans === all) return 'boolean'
    return this.#binaries === all ? 'binary' : 'string'
  }
}

/** The columns of a sample, in the order in which they first occur. */
export function inferTypes(sample: Iterable<FileRecord>, isText: boolean): InferredColumn[] {
  const guesses = new Map<string, TypeGuess>()
  for (const { names, values } of sample) {
    names.forEach((name, i) => {
      let guess = guesses.get(name)
      if (guess === undefined) {
        guess = new TypeGuess(name, isText)
        guesses.set(name, guess)
      }
      guess.add(values[i] ?? null)
    })
  }
  return [...guesses.values()].map(({ column }) => column)
}

const EXAMPLE_CHARACTERS = 40

function exampleOf(value: FileValue): string {
  const text = value instanceof Uint8Array ? base64OfBytes(value) : String(value)
  return text.length > EXAMPLE_CHARACTERS ? `${text.slice(0, EXAMPLE_CHARACTERS)}…` : text
}
