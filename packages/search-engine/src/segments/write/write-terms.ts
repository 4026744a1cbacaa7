import { outOfRange } from '@rowhouse/platform'
import type { FieldLayout } from '../../schema/index-layout.js'
import type { DictionaryWriter } from '../format/dictionary-writer.js'
import { frequentList } from '../format/frequent-list.js'
import { type OrdinalBytes, ordinalBytesOf, packOrdinals } from '../format/packed-ordinals.js'
import { PostingsWriter } from '../format/postings-writer.js'
import { HASHED_FROM_TERMS, hashTerms } from '../format/term-hashes.js'
import { type TermsSummary, fieldSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { PackedDictionary } from '../read/packed-dictionary.js'
import { type Placement, documentsOfSlots } from './placement.js'
import { writePresent, writeShape } from './write-shape.js'

export interface TermsContent {
  readonly field: Pick<FieldLayout, 'name' | 'level' | 'hasColumn'>
  readonly placement: Placement
  /** By slot, distinct within one document, in any order. Sorted here. */
  readonly ordinals: Uint32Array
  /** Every term has a document. */
  readonly dictionary: DictionaryWriter
}

export const writeTerms = (writer: SegmentWriter, content: TermsContent): TermsSummary => {
  const { field, placement, ordinals, dictionary } = content
  const { name, hasColumn } = field
  writeDictionary(writer, name, dictionary)
  const column: { ordinalBytes?: OrdinalBytes } = {}
  if (hasColumn) {
    sortWithinDocuments(placement, ordinals)
    writeShape(writer, name, placement)
    const packed = packOrdinals(ordinals, dictionary.size)
    writer.section(fieldSection(name, 'ordinals'), packed)
    column.ordinalBytes = ordinalBytesOf(packed)
  } else writePresent(writer, name, placement.present)
  const { postings, ends } = postingsOf(placement, ordinals, dictionary.size)
  writer.section(fieldSection(name, 'lists'), postings.lists.view())
  writer.section(fieldSection(name, 'postings'), postings.postings.view())
  if (hasColumn && field.level === '') writeFrequent(writer, name, ends, dictionary)
  const { documentsWithValue } = placement
  return { kind: 'terms', name, documentsWithValue, terms: dictionary.size, hasColumn, ...column }
}

const writeFrequent = (
  writer: SegmentWriter,
  name: string,
  ends: Uint32Array,
  dictionary: DictionaryWriter,
): void => {
  const { size } = dictionary
  const { terms, offsets } = dictionary.sections()
  const written = new PackedDictionary(size, terms, offsets)
  const termOf = (ordinal: number): Uint8Array => written.term(ordinal)
  const list = frequentList(ends, termOf)
  if (list !== undefined) writer.section(fieldSection(name, 'frequent'), list)
  // Each has one document.
  const allDiffer = ends[size - 1] === size
  if (list === undefined || !allDiffer || size < HASHED_FROM_TERMS) return
  const { starts, values, tags } = hashTerms(size, termOf)
  writer.section(fieldSection(name, 'hash-starts'), starts)
  writer.section(fieldSection(name, 'hash-values'), values)
  writer.section(fieldSection(name, 'hash-tags'), tags)
}

export const writeDictionary = (
  writer: SegmentWriter,
  name: string,
  dictionary: DictionaryWriter,
): void => {
  const { terms, offsets } = dictionary.sections()
  writer.section(fieldSection(name, 'terms'), terms)
  writer.section(fieldSection(name, 'term-blocks'), offsets)
}

const sortWithinDocuments = ({ starts, documents }: Placement, ordinals: Uint32Array): void => {
  if (starts === undefined) return
  for (let document = 0; document < documents; document++) {
    const from = starts[document] ?? outOfRange()
    const to = starts[document + 1] ?? outOfRange()
    if (to - from > 1) ordinals.subarray(from, to).sort()
  }
}

/** A counting sort: counts the documents of each term, then places them in one pass. */
const postingsOf = (
  placement: Placement,
  ordinals: Uint32Array,
  terms: number,
): { readonly postings: PostingsWriter; readonly ends: Uint32Array } => {
  const { documents, slots } = documentsOfSlots(placement)
  const count = documents.length
  const starts = new Uint32Array(terms + 1)
  for (let index = 0; index < count; index++) {
    const ordinal =
      ordinals[slots === undefined ? index : (slots[index] ?? outOfRange())] ?? outOfRange()
    starts[ordinal + 1] = (starts[ordinal + 1] ?? outOfRange()) + 1
  }
  for (let ordinal = 0; ordinal < terms; ordinal++)
    starts[ordinal + 1] = (starts[ordinal + 1] ?? outOfRange()) + (starts[ordinal] ?? outOfRange())
  const next = starts.slice()
  const grouped = new Uint32Array(count)
  for (let index = 0; index < count; index++) {
    const ordinal =
      ordinals[slots === undefined ? index : (slots[index] ?? outOfRange())] ?? outOfRange()
    const place = next[ordinal] ?? outOfRange()
    grouped[place] = documents[index] ?? outOfRange()
    next[ordinal] = place + 1
  }
  const postings = new PostingsWriter()
  for (let ordinal = 0; ordinal < terms; ordinal++) {
    const from = starts[ordinal] ?? outOfRange()
    postings.add(grouped, from, starts[ordinal + 1] ?? outOfRange())
  }
  return { postings, ends: starts.subarray(1) }
}
