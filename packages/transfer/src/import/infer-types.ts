import type { ColumnType } from '@rowhouse/client'
import type { FileRecord, FileValue } from '../formats/record.js'

/** What a sample says of one column. */
export interface InferredColumn {
  readonly name: string
  readonly type: ColumnType
  /** Values, those that are missing left out. */
  readonly values: number
  readonly isTime: boolean
  readonly example: string
}

const INTEGER = /^-?(?:0|[1-9]\d{0,17})$/
/**
 * With a fraction or an exponent: of more digits than an integer holds, a double would lose the last
 * ones.
 */
const DOUBLE = /^-?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d+(?:[eE][+-]?\d{1,3})?|[eE][+-]?\d{1,3})$/
const BOOLEAN = /^(?:true|false)$/i
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/

/** The types that the values of a column may be read as; what every value allows is inferred. */
export class TypeGuess {
  readonly name: string
  readonly #isText: boolean
  #values = 0
  #integers = 0
  #doubles = 0
  #booleans = 0
  #binaries = 0
  #times = 0
  #example = ''

  /** `isText`: the file knows texts alone, so that a text may stand for anything. */
  constructor(name: string, isText: boolean) {
    this.name = name
    this.#isText = isText
  }

  add(value: FileValue): void {
    if (value === null) return
    if (this.#values === 0) this.#example = exampleOf(value)
    this.#values += 1
    if (typeof value === 'bigint') this.#integers += 1
    else if (typeof value === 'number') this.#doubles += 1
    else if (typeof value === 'boolean') this.#booleans += 1
    else if (typeof value !== 'string') this.#binaries += 1
    else if (TIME.test(value)) this.#times += 1
    else if (!this.#isText) return
    else if (INTEGER.test(value)) this.#integers += 1
    else if (DOUBLE.test(value)) this.#doubles += 1
    else if (BOOLEAN.test(value)) this.#booleans += 1
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
    if (this.#integers + this.#doubles === all) return 'double'
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
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
  return text.length > EXAMPLE_CHARACTERS ? `${text.slice(0, EXAMPLE_CHARACTERS)}…` : text
}
