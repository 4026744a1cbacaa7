import { TransferError } from '../../errors.js'
import { transferLimits } from '../../limits.js'

export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** The unquoted text that means no value. */
  readonly nullText: string
}

export const commonCsv: CsvDialect = { delimiter: ',', quote: '"', nullText: '' }

/** Throws TransferError for a dialect whose records could not be told apart. */
export function checkDialect({ delimiter, quote }: CsvDialect): void {
  if (delimiter.length !== 1) throw new TransferError('the delimiter must be one character')
  if (quote.length > 1) throw new TransferError('the quote must be one character, or none')
  if (delimiter === quote) throw new TransferError('delimiter and quote must be two characters')
  if (/[\r\n]/.test(delimiter + quote))
    throw new TransferError('the end of a line can be neither delimiter nor quote')
}

/** Null where the field has no value. */
export type CsvFields = (string | null)[]

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Splits text that arrives in pieces into records of RFC 4180: a quoted field may contain delimiters,
 * line ends and doubled quotes. A quote inside an unquoted field is an ordinary character.
 */
export class CsvParser {
  readonly #delimiter: number
  readonly #quote: number
  readonly #quoteText: string
  readonly #nullText: string
  /** The beginning of an incomplete record. */
  #rest = ''
  #text = ''
  #at = 0
  /** For errors: the file, and the number of the record that is being read. */
  readonly #path: string
  #number: number

  /** `first` is the number of the first record, 0 for a header. */
  constructor(dialect: CsvDialect, path: string, first = 1) {
    checkDialect(dialect)
    const { delimiter, quote, nullText } = dialect
    this.#delimiter = delimiter.charCodeAt(0)
    // No character has the code -1, which stands for no quote.
    this.#quote = quote === '' ? -1 : quote.charCodeAt(0)
    this.#quoteText = quote
    this.#nullText = nullText
    this.#path = path
    this.#number = first
  }

  /** The records that end in this piece. */
  push(piece: string): CsvFields[] {
    return this.#parse(piece, false)
  }

  /** The last record, if no line end follows it. */
  end(): CsvFields[] {
    return this.#parse('', true)
  }

  #parse(piece: string, isLast: boolean): CsvFields[] {
    this.#text = this.#rest + piece
    this.#at = 0
    const records: CsvFields[] = []
    let begin = 0
    while (begin < this.#text.length) {
      const fields = this.#record(isLast)
      if (fields === undefined) break
      // An empty line is no record.
      if (!(fields.length === 1 && this.#isEmptyLine(begin))) {
        records.push(fields)
        this.#number += 1
      }
      begin = this.#at
    }
    this.#rest = this.#text.slice(begin)
    this.#text = ''
    if (this.#rest.length > transferLimits.RECORD_CHARACTERS_MAX) {
      throw new TransferError(`${this.#place} has no end: is the quote character right?`)
    }
    return records
  }

  get #place(): string {
    return `${this.#number === 0 ? 'the first line' : `record ${this.#number}`} of ${this.#path}`
  }

  #isEmptyLine(begin: number): boolean {
    const code = this.#text.charCodeAt(begin)
    return code === LINE_FEED || code === CARRIAGE_RETURN
  }

  /** The record at the current place; undefined when it is incomplete. */
  #record(isLast: boolean): CsvFields | undefined {
    const fields: CsvFields = []
    const text = this.#text
    for (;;) {
      const isQuoted = text.charCodeAt(this.#at) === this.#quote
      const field = isQuoted ? this.#quotedField(isLast) : this.#plainField(isLast)
      if (field === undefined) return undefined
      fields.push(!isQuoted && field === this.#nullText ? null : field)
      if (this.#at >= text.length) return fields
      const code = text.charCodeAt(this.#at)
      this.#at += 1
      if (code === this.#delimiter) continue
      if (code === CARRIAGE_RETURN && text.charCodeAt(this.#at) === LINE_FEED) this.#at += 1
      return fields
    }
  }

  /** The field up to a delimiter or a line end. */
  #plainField(isLast: boolean): string | undefined {
    const text = this.#text
    const [begin, delimiter] = [this.#at, this.#delimiter]
    let end = begin
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === delimiter || code === LINE_FEED) break
      if (code === CARRIAGE_RETURN && isLineEnd(text, end, isLast)) break
    }
    if (end === text.length && !isLast) return undefined
    this.#at = end
    return text.slice(begin, end)
  }

  #quotedField(isLast: boolean): string | undefined {
    const text = this.#text
    let value = ''
    let begin = this.#at + 1
    for (;;) {
      const end = text.indexOf(this.#quoteText, begin)
      if (end === -1) {
        if (isLast) throw new TransferError(`a quote in ${this.#place} has no end`)
        return undefined
      }
      // The next character shows whether the quote is doubled.
      if (end + 1 >= text.length && !isLast) return undefined
      value += text.slice(begin, end)
      if (text.charCodeAt(end + 1) !== this.#quote) {
        this.#at = end + 1
        break
      }
      value += this.#quoteText
      begin = end + 2
    }
    // Text between the closing quote and the delimiter belongs to the field.
    const more = this.#plainField(isLast)
    return more === undefined ? undefined : value + more
  }
}

/** A carriage return ends a line only together with a line feed. */
const isLineEnd = (text: string, at: number, isLast: boolean): boolean =>
  at + 1 < text.length ? text.charCodeAt(at + 1) === LINE_FEED : isLast
