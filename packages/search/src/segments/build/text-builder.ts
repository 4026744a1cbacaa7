import { type Tokens, createTokens } from '../../analyzers/tokens.js'
import type { FieldValue } from '../../documents/document.js'
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

/** Fills the tokens of a text, positions never falling. */
export type AnalyzeText = (text: string, tokens: Tokens) => void

/** Between two texts of one array, so that no phrase spans both. */
export const POSITION_GAP = 100

export class TextBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #analyze: AnalyzeText
  readonly #tokens = createTokens()
  readonly #table = new TermTable()
  /** Documents with a value, and where the tokens of each end. */
  readonly #documents = new GrowableUint32()
  readonly #ends = new GrowableUint32()
  readonly #terms = new GrowableUint32()
  readonly #positions = new GrowableUint32()

  constructor(field: FieldLayout, analyze: AnalyzeText) {
    this.#field = field
    this.#analyze = analyze
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

  /** Answers the position behind the last. */
  #addText(text: string, base: number): number {
    const tokens = this.#tokens
    this.#analyze(text, tokens)
    const { count, starts, ends, positions } = tokens
    for (let index = 0; index < count; index++) {
      this.#terms.push(this.#table.addText(tokens.text, starts[index] ?? 0, ends[index] ?? 0))
      this.#positions.push(base + (positions[index] ?? 0))
    }
    return count === 0 ? base : base + (positions[count - 1] ?? 0) + 1
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const { present, documentsWithValue } = placeValues(level.documents, [owners])
    const entries = entriesByDocument(owners, level.documents)
    const lengths = new Uint32Array(level.documents)
    const counts = this.#countTerms(entries, lengths)
    const used = new Uint8Array(this.#table.size)
    for (let term = 0; term < used.length; term++) used[term] = (counts[term] ?? 0) > 0 ? 1 : 0
    const { sorted, dictionary } = writeUsedTerms(this.#table, used)
    const postings = this.#postings(entries, counts, sorted)
    const { name } = this.#field
    return writeText(writer, { name, documentsWithValue, present, lengths, dictionary, postings })
  }

  /** How many tokens each term has; fills how many each document has. */
  #countTerms(entries: Uint32Array, lengths: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.#table.size)
    for (let document = 0; document < entries.length; document++) {
      const [from, to] = this.#span(entries[document] ?? DROPPED)
      lengths[document] = to - from
      for (let index = from; index < to; index++) {
        const term = this.#terms.values[index] ?? 0
        counts[term] = (counts[term] ?? 0) + 1
      }
    }
    return counts
  }

  #span(entry: number): [from: number, to: number] {
    if (entry === DROPPED) return [0, 0]
    const from = entry === 0 ? 0 : (this.#ends.values[entry - 1] ?? 0)
    return [from, this.#ends.values[entry] ?? 0]
  }

  /** Puts every token behind the others of its term, documents ascending, and writes term by term. */
  #postings(entries: Uint32Array, counts: Uint32Array, sorted: Uint32Array): TextPostingsWriter {
    const next = new Uint32Array(counts.length)
    let total = 0
    for (const term of sorted) {
      next[term] = total
      total += counts[term] ?? 0
    }
    const documents = new Uint32Array(total)
    const positions = new Uint32Array(total)
    for (let document = 0; document < entries.length; document++) {
      const [from, to] = this.#span(entries[document] ?? DROPPED)
      for (let index = from; index < to; index++) {
        const term = this.#terms.values[index] ?? 0
        const place = next[term] ?? 0
        next[term] = place + 1
        documents[place] = document
        positions[place] = this.#positions.values[index] ?? 0
      }
    }
    const writer = new TextPostingsWriter()
    const frequencies = new GrowableUint32()
    let from = 0
    for (const term of sorted) {
      const to = next[term] ?? 0
      addTerm(writer, documents, positions, from, to, frequencies)
      from = to
    }
    return writer
  }
}

/** The entry of each new document, or DROPPED. */
const entriesByDocument = (owners: Uint32Array, documents: number): Uint32Array => {
  const entries = new Uint32Array(documents).fill(DROPPED)
  owners.forEach((owner, entry) => {
    if (owner !== DROPPED) entries[owner] = entry
  })
  return entries
}

/** The tokens of one term: `documents` repeats a document for each; counts them in place. */
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
  for (const document of own) {
    if (count === 0 || own[count - 1] !== document) {
      own[count] = document
      frequencies.values[count++] = 1
    } else frequencies.values[count - 1] = (frequencies.values[count - 1] ?? 0) + 1
  }
  const { values } = frequencies
  writer.add({ count, documents: own, frequencies: values, positions, firstPosition: from })
}
