import { outOfRange } from '@rowhouse/platform'
import type { FieldLayout } from '../../schema/index-layout.js'
import { NO_MORE } from '../../queries/doc-set.js'
import type { TermsField } from '../field-reader.js'
import { compareWhole } from '../format/compare-bytes.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { GrowableUint32 } from '../format/growable.js'
import type { PackedOrdinals } from '../format/packed-ordinals.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { placeValues } from '../write/placement.js'
import { writeTerms } from '../write/write-terms.js'
import { DictionaryCursor } from './dictionary-cursor.js'
import type { FieldPart } from './field-part.js'
import { mergeSorted } from './merge-sorted.js'
import { eachTarget, hasAny, ownersOfSlots } from './owners.js'

/** The terms of one input by value, with the new documents that have them. */
interface Values {
  readonly owners: Uint32Array
  readonly ordinals: PackedOrdinals
}

export const mergeTerms = (
  writer: SegmentWriter,
  layout: FieldLayout,
  documents: number,
  parts: readonly FieldPart<TermsField>[],
): FieldSummary | undefined => {
  const inputs = parts.map(valuesOf)
  const owners = inputs.map((input) => input.owners)
  if (!hasAny(owners)) return undefined
  const placement = placeValues(documents, owners)
  const { dictionary, maps } = mergeDictionaries(parts, inputs)
  const ordinals = new Uint32Array(placement.slots)
  inputs.forEach((input, index) => {
    const map = maps[index] ?? outOfRange()
    eachTarget(placement.targets[index], (slot, value) => {
      ordinals[slot] = map[input.ordinals[value] ?? outOfRange()] ?? outOfRange()
    })
  })
  return writeTerms(writer, { field: layout, placement, ordinals, dictionary })
}

/** Read from the column, or else from the posting lists. */
const valuesOf = ({ field, numbers }: FieldPart<TermsField>): Values => {
  const { column } = field
  if (column !== undefined)
    return { owners: ownersOfSlots(field, column.starts, numbers), ordinals: column.ordinals }
  const owners = new GrowableUint32()
  const ordinals = new GrowableUint32()
  const needs = { frequencies: false, positions: false }
  for (let ordinal = 0; ordinal < field.terms.size; ordinal++) {
    const cursor = field.postings.cursor(ordinal, needs)
    while (cursor.next() !== NO_MORE) {
      owners.push(numbers[cursor.document] ?? outOfRange())
      ordinals.push(ordinal)
    }
  }
  return { owners: owners.view(), ordinals: ordinals.view() }
}

/** Merges the used terms, and maps each input's ordinals to the new ones. */
const mergeDictionaries = (
  parts: readonly FieldPart<TermsField>[],
  inputs: readonly Values[],
): { readonly dictionary: DictionaryWriter; readonly maps: readonly Uint32Array[] } => {
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  const maps = parts.map(({ field }) => new Uint32Array(field.terms.size))
  const cursors = parts.map(({ field }, index) => {
    const used = new Uint8Array(field.terms.size)
    const { owners, ordinals } = inputs[index] ?? outOfRange()
    eachTarget(owners, (_, value) => {
      used[ordinals[value] ?? outOfRange()] = 1
    })
    return new DictionaryCursor(field.terms, used)
  })
  // A term of several inputs comes from each of them, one after the other.
  const last = new LastTerm()
  mergeSorted(cursors, ({ bytes, ordinal }, input) => {
    if (!last.isSame(bytes)) {
      dictionary.add(bytes, 0, bytes.length)
      last.set(bytes)
    }
    const map = maps[input] ?? outOfRange()
    map[ordinal] = dictionary.size - 1
  })
  return { dictionary, maps }
}

/** A copy of a term that outlives its cursor. */
export class LastTerm {
  #bytes = new Uint8Array(256)
  #length = -1

  isSame(term: Uint8Array): boolean {
    return this.#length !== -1 && compareWhole(this.bytes, term) === 0
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, Math.max(this.#length, 0))
  }

  get isSet(): boolean {
    return this.#length !== -1
  }

  set(term: Uint8Array): void {
    if (term.length > this.#bytes.length) this.#bytes = new Uint8Array(term.length * 2)
    this.#bytes.set(term)
    this.#length = term.length
  }
}
