import { outOfRange } from '@rowhouse/platform'
import { NO_MORE } from '../../queries/doc-set.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import type { PostingsCursor, TextField } from '../field-reader.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { GrowableUint32 } from '../format/growable.js'
import { type TermOccurrences, TextPostingsWriter } from '../format/postings-writer.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeText } from '../write/write-text.js'
import { DictionaryCursor } from './dictionary-cursor.js'
import type { FieldPart } from './field-part.js'
import { mergeSorted } from './merge-sorted.js'
import { LastTerm } from './merge-terms.js'
import { hasAny, ownersOfSlots, place } from './owners.js'

export const mergeText = (
  writer: SegmentWriter,
  { name }: FieldLayout,
  documents: number,
  parts: readonly FieldPart<TextField>[],
): FieldSummary | undefined => {
  const owners = parts.map(({ field, numbers }) => ownersOfSlots(field, undefined, numbers))
  if (!hasAny(owners)) return undefined
  const { present, documentsWithValue } = placeValues(documents, owners)
  const lengths = new Uint32Array(documents)
  parts.forEach(({ field }, part) => place(owners[part], field.lengths, lengths))
  const { dictionary, postings } = mergePostings(parts)
  return writeText(writer, { name, documentsWithValue, present, lengths, dictionary, postings })
}

/** Merges term by term, because all tokens at once would not fit into memory. */
const mergePostings = (parts: readonly FieldPart<TextField>[]) => {
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  const postings = new TextPostingsWriter()
  const term = new LastTerm()
  const runs = new RunMerger()
  const flush = (): void => {
    const merged = runs.merge()
    if (merged.count === 0) return
    dictionary.add(term.bytes, 0, term.bytes.length)
    postings.add(merged)
  }
  const readers = parts.map(({ field }) => field.postings)
  const needs = { frequencies: true, positions: true }
  mergeSorted(
    parts.map(({ field }) => new DictionaryCursor(field.terms, undefined)),
    ({ bytes, ordinal }, part) => {
      const numbers = parts[part]?.numbers
      const cursor = readers[part]?.cursor(ordinal, needs)
      if (numbers === undefined || cursor === undefined) return
      if (term.isSet && !term.isSame(bytes)) flush()
      term.set(bytes)
      runs.add(new OccurrenceRun(cursor, numbers))
    },
  )
  flush()
  return { dictionary, postings }
}

/** The occurrences of a term in one input, by new document. */
class OccurrenceRun {
  readonly cursor: PostingsCursor
  document = -1
  readonly #numbers: Uint32Array

  constructor(cursor: PostingsCursor, numbers: Uint32Array) {
    this.cursor = cursor
    this.#numbers = numbers
  }

  /** Moves to the next document that stays. */
  next(): boolean {
    while (this.cursor.next() !== NO_MORE) {
      this.document = this.#numbers[this.cursor.document] ?? outOfRange()
      if (this.document !== DROPPED) return true
    }
    this.document = NO_MORE
    return false
  }
}

/**
 * Merges the runs of one term. New numbers ascend within each run, so a heap of runs gives the next
 * one.
 */
class RunMerger {
  readonly #heap: OccurrenceRun[] = []
  /** Reused for every term. */
  readonly #documents = new GrowableUint32()
  readonly #frequencies = new GrowableUint32()
  readonly #positions = new GrowableUint32()
  readonly #list = { values: new Uint32Array(16) }

  add(run: OccurrenceRun): void {
    if (run.next()) this.#heap.push(run)
  }

  /** The answer is valid until the next term. */
  merge(): TermOccurrences {
    const heap = this.#heap
    this.#documents.length = 0
    this.#frequencies.length = 0
    this.#positions.length = 0
    for (let at = (heap.length >>> 1) - 1; at >= 0; at--) this.#sink(at)
    for (let run = heap[0]; run !== undefined; run = heap[0]) {
      this.#take(run)
      if (!run.next()) {
        const last = heap.pop()
        if (last === undefined || heap.length === 0) break
        heap[0] = last
      }
      this.#sink(0)
    }
    return {
      count: this.#documents.length,
      documents: this.#documents.values,
      frequencies: this.#frequencies.values,
      positions: this.#positions.values,
      firstPosition: 0,
    }
  }

  #take({ cursor, document }: OccurrenceRun): void {
    const positions = this.#positions
    const count = cursor.positions(this.#list)
    this.#documents.push(document)
    this.#frequencies.push(count)
    const { values } = this.#list
    for (let index = 0; index < count; index++) positions.push(values[index] ?? outOfRange())
  }

  #sink(from: number): void {
    const heap = this.#heap
    const run = heap[from]
    if (run === undefined) return
    let at = from
    for (;;) {
      let below = at * 2 + 1
      let child = heap[below]
      if (child === undefined) break
      const right = heap[below + 1]
      if (right !== undefined && right.document < child.document) {
        child = right
        below++
      }
      if (child.document > run.document) break
      heap[at] = child
      at = below
    }
    heap[at] = run
  }
}
