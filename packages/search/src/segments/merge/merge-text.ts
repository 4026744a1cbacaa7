import { NO_MORE } from '../../queries/doc-set.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import type { PostingsCursor, TextField } from '../field-reader.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { GrowableUint32 } from '../format/growable.js'
import { TextPostingsWriter } from '../format/postings-writer.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeText } from '../write/write-text.js'
import { DictionaryCursor } from './dictionary-cursor.js'
import type { FieldPart } from './field-part.js'
import { mergeSorted } from './merge-sorted.js'
import { LastTerm } from './merge-terms.js'
import { eachTarget, hasAny, ownersOfSlots } from './owners.js'

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
  parts.forEach(({ field }, part) => {
    const from = field.lengths
    eachTarget(owners[part], (slot, index) => {
      lengths[slot] = from[index] ?? 0
    })
  })
  const { dictionary, postings } = mergePostings(parts)
  return writeText(writer, { name, documentsWithValue, present, lengths, dictionary, postings })
}

/** Term by term, because all tokens at once would not fit into memory. */
const mergePostings = (parts: readonly FieldPart<TextField>[]) => {
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  const postings = new TextPostingsWriter()
  const term = new LastTerm()
  const runs: OccurrenceRun[] = []
  const flush = (): void => {
    const merged = mergeRuns(runs)
    runs.length = 0
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
      runs.push(new OccurrenceRun(cursor, numbers))
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

  /** Goes to the next document that comes along. */
  next(): boolean {
    while (this.cursor.next() !== NO_MORE) {
      this.document = this.#numbers[this.cursor.document] ?? DROPPED
      if (this.document !== DROPPED) return true
    }
    this.document = NO_MORE
    return false
  }
}

/** New numbers rise within each run, so the least of the current ones is the next. */
const mergeRuns = (runs: readonly OccurrenceRun[]) => {
  const documents = new GrowableUint32()
  const frequencies = new GrowableUint32()
  const positions = new GrowableUint32()
  const list = { values: new Uint32Array(16) }
  const active = runs.filter((run) => run.next())
  while (active.length > 0) {
    let least = 0
    for (let index = 1; index < active.length; index++)
      if ((active[index]?.document ?? NO_MORE) < (active[least]?.document ?? NO_MORE)) least = index
    const run = active[least]
    if (run === undefined) break
    const count = run.cursor.positions(list)
    documents.push(run.document)
    frequencies.push(count)
    for (let index = 0; index < count; index++) positions.push(list.values[index] ?? 0)
    if (!run.next()) active.splice(least, 1)
  }
  return {
    count: documents.length,
    documents: documents.view(),
    frequencies: frequencies.view(),
    positions: positions.view(),
    firstPosition: 0,
  }
}
