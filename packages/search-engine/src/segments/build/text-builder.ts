import { outOfRange } from '@rowhouse/platform'
import type { Analyzer } from '../../analyzers/analyzer.js'
import { type AsciiWords, isAscii } from '../../analyzers/ascii-words.js'
import { type Tokens, createTokens } from '../../analyzers/tokens.js'
import type { FieldValue } from '../../documents/document.js'
import { searchEngineLimits } from '../../limits.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { GrowableUint32 } from '../format/growable.js'
import { TextPostingsWriter } from '../format/postings-writer.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeText } from '../write/write-text.js'
import { type FieldBuilder, misfit, ownersOf } from './field-builder.js'
import { TermTable } from './term-table.js'
import { writeUsedTerms } from './write-used-terms.js'

/** Fills in the tokens of a text, with positions that never decrease. */
export type AnalyzeText = (text: string, tokens: Tokens) => void

/** How a field's texts are tokenized. */
export type TextAnalysis = Pick<Analyzer, 'analyze' | 'asciiWords'>

/** The gap between two texts of one array, so that no phrase spans both. */
export const POSITION_GAP = 100

export class TextBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #analyze: AnalyzeText
  readonly #asciiWords: AsciiWords | undefined
  readonly #tokens = createTokens()
  readonly #table = new TermTable()
  /** Documents with a value, and the end of each one's tokens. */
  readonly #documents = new GrowableUint32()
  readonly #ends = new GrowableUint32()
  readonly #terms = new GrowableUint32()
  readonly #positions = new GrowableUint32()

  constructor(field: FieldLayout, { analyze, asciiWords }: TextAnalysis) {
    this.#field = field
    this.#analyze = analyze
    this.#asciiWords = asciiWords
  }

  get memoryBytes(): number {
    const numbers = this.#documents.values.length + this.#terms.values.length
    return this.#table.memoryBytes + numbers * 8
  }

  add(document: number, values: readonly FieldValue[]): void {
    let base = 0
    for (const value of values) {
      if (typeof value !== 'string') throw misfit(this.#field.name, value)
      base = this.#addText(value, base) + POSITION_GAP
    }
    this.#documents.push(document)
    this.#ends.push(this.#terms.length)
  }

  /** Whether ASCII texts can be tokenized without making strings. */
  get takesAscii(): boolean {
    return this.#asciiWords !== undefined
  }

  /** Adds the one text of a document; false where it needs the general path. */
  addAscii(document: number, bytes: Uint8Array, from: number, to: number): boolean {
    const words = this.#asciiWords
    if (words === undefined || !isAscii(bytes, from, to)) return false
    this.#addWords(bytes, from, to, words)
    this.#documents.push(document)
    this.#ends.push(this.#terms.length)
    return true
  }

  #addWords(bytes: Uint8Array, from: number, to: number, { kinds, folds }: AsciiWords): void {
    let position = 0
    let at = from
    while (at < to) {
      const kind = kinds[bytes[at] ?? outOfRange()]
      const start = at++
      if (kind === 0) continue
      const last = Math.min(to, start + searchEngineLimits.SEARCH_TOKEN_LENGTH_MAX)
      while (at < last && kinds[bytes[at] ?? outOfRange()] === kind) at++
      this.#terms.push(this.#table.addFolded(bytes, start, at, folds))
      this.#positions.push(position++)
    }
  }

  /** Answers the position behind the last token. */
  #addText(text: string, base: number): number {
    const tokens = this.#tokens
    this.#analyze(text, tokens)
    const { count, starts, ends, positions } = tokens
    for (let index = 0; index < count; index++) {
      this.#terms.push(
        this.#table.addText(
          tokens.text,
          starts[index] ?? outOfRange(),
          ends[index] ?? outOfRange(),
        ),
      )
      this.#positions.push(base + (positions[index] ?? outOfRange()))
    }
    return count === 0 ? base : base + (positions[count - 1] ?? outOfRange()) + 1
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const { present, documentsWithValue } = placeValues(level.documents, [owners])
    const entries = entriesByDocument(owners, level.documents)
    const lengths = new Uint32Array(level.documents)
    const counts = this.#countTerms(entries, lengths)
    const used = new Uint8Array(this.#table.size)
    for (let term = 0; term < used.length; term++)
      used[term] = (counts[term] ?? outOfRange()) > 0 ? 1 : 0
    const { sorted, dictionary } = writeUsedTerms(this.#table, used)
    const postings = this.#postings(entries, counts, sorted)
    const { name } = this.#field
    return writeText(writer, { name, documentsWithValue, present, lengths, dictionary, postings })
  }

  /** Counts the documents' tokens and those of each term. */
  #countTerms(entries: Uint32Array, lengths: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.#table.size)
    const terms = this.#terms.values
    for (let document = 0; document < entries.length; document++) {
      const entry = entries[document] ?? outOfRange()
      if (entry === DROPPED) continue
      const from = this.#startOf(entry)
      const to = this.#ends.values[entry] ?? outOfRange()
      lengths[document] = to - from
      for (let index = from; index < to; index++) {
        const term = terms[index] ?? outOfRange()
        counts[term] = (counts[term] ?? outOfRange()) + 1
      }
    }
    return counts
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : (this.#ends.values[entry - 1] ?? outOfRange())
  }

  /** Groups the tokens by term, documents ascending, and writes term by term. */
  #postings(entries: Uint32Array, counts: Uint32Array, sorted: Uint32Array): TextPostingsWriter {
    const next = new Uint32Array(counts.length)
    let total = 0
    for (const term of sorted) {
      next[term] = total
      total += counts[term] ?? outOfRange()
    }
    const documents = new Uint32Array(total)
    const positions = new Uint32Array(total)
    const [terms, ends, places] = [this.#terms.values, this.#ends.values, this.#positions.values]
    for (let document = 0; document < entries.length; document++) {
      const entry = entries[document] ?? outOfRange()
      if (entry === DROPPED) continue
      const to = ends[entry] ?? outOfRange()
      for (let index = this.#startOf(entry); index < to; index++) {
        const term = terms[index] ?? outOfRange()
        const place = next[term] ?? outOfRange()
        next[term] = place + 1
        documents[place] = document
        positions[place] = places[index] ?? outOfRange()
      }
    }
    const writer = new TextPostingsWriter()
    const frequencies = new GrowableUint32()
    let from = 0
    for (const term of sorted) {
      const to = next[term] ?? outOfRange()
      addTerm(writer, documents, positions, from, to, frequencies)
      from = to
    }
    return writer
  }
}

/** The entry of each new document, or DROPPED. */
const entriesByDocument = (owners: Uint32Array, documents: number): Uint32Array => {
  const entries = new Uint32Array(documents).fill(DROPPED)
  for (let entry = 0; entry < owners.length; entry++) {
    const owner = owners[entry] ?? outOfRange()
    if (owner !== DROPPED) entries[owner] = entry
  }
  return entries
}

/** The tokens of one term: `documents` repeats a document for each; they are counted in place. */
const addTerm = (
  writer: TextPostingsWriter,
  documents: Uint32Array,
  positions: Uint32Array,
  from: number,
  to: number,
  frequencies: GrowableUint32,
): void => {
  frequencies.length = 0
  frequencies.reserve(to - from)
  const own = documents.subarray(from, to)
  let count = 0
  for (let index = 0; index < own.length; index++) {
    const document = own[index] ?? outOfRange()
    if (count === 0 || own[count - 1] !== document) {
      own[count] = document
      frequencies.values[count++] = 1
    } else frequencies.values[count - 1] = (frequencies.values[count - 1] ?? outOfRange()) + 1
  }
  const { values } = frequencies
  writer.add({ count, documents: own, frequencies: values, positions, firstPosition: from })
}
