import { outOfRange } from '@rowhouse/platform'
import { TEXT_PAYLOAD, type Variant, VariantType } from '@rowhouse/protocol'
import type { Hit } from '../collect/top-hits.js'
import { hasBit } from '../queries/walks/bits-walk.js'
import type { FieldLayout, IndexLayout, LeafType } from '../schema/index-layout.js'
import type { NumericColumn, TermsColumn, TermsField } from '../segments/field-reader.js'
import { lookAhead } from '../segments/read/cold-array.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { bySegment } from './keys-of-hits.js'

/*
 * Values of columns from the index: one variant after the other in the order of the columns, and ABSENT for
 * a column that the row does not have.
 */

const ABSENT = 0xff

/** Whose values an index has as they were written. Texts, dates, places and lists take other forms. */
const EXACT: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'KEYWORD']

/** The fields that have the columns; undefined if any of them cannot be answered. */
export function columnsAnswered(
  names: readonly string[] | undefined,
  { fields }: IndexLayout,
): readonly FieldLayout[] | undefined {
  const found = names?.flatMap((name) => fields.get(name) ?? [])
  const isExact = ({ type, isArray, isVirtual, hasColumn, level }: FieldLayout): boolean =>
    EXACT.includes(type) && !isArray && !isVirtual && hasColumn && level === ''
  return found?.length === names?.length && found?.every(isExact) === true ? found : undefined
}

/** The values of each hit; undefined for one that the index cannot answer. */
export function valuesOfHits(
  fields: readonly FieldLayout[],
  hits: readonly Hit[],
  views: readonly SegmentView[],
): (Buffer | undefined)[] {
  const writer = new ValueWriter()
  const ends = new Map<number, readonly [from: number, to: number]>()
  for (const { view, places, documents } of bySegment(hits, views)) {
    // A value may have expired since the row was indexed.
    if (view.segment.expiry !== undefined) continue
    const columns = fields.map((field) => columnOf(field, view, documents))
    const known = columns.flatMap((write) => write ?? [])
    if (known.length < columns.length) continue
    const misfits = misfitsOf(fields, view)
    for (const [at, place] of places.entries()) {
      const document = documents[at] ?? outOfRange()
      if (misfits.has(document)) continue
      const from = writer.size
      for (const write of known) write(document, writer)
      ends.set(place, [from, writer.size])
    }
  }
  const all = writer.view()
  return Array.from(hits, (_, place) => {
    const [from, to] = ends.get(place) ?? [0, 0]
    return from === to ? undefined : all.subarray(from, to)
  })
}

/** The values of one row, as `valuesOfHits` packs them. */
export function variantsOf(values: Buffer): (Variant | undefined)[] {
  const variants: (Variant | undefined)[] = []
  for (let at = 0; at < values.length; ) {
    const length = lengthAt(values, at)
    variants.push(values[at] === ABSENT ? undefined : values.subarray(at, at + length))
    at += length
  }
  return variants
}

function lengthAt(values: Buffer, at: number): number {
  switch (values[at]) {
    case ABSENT:
      return 1
    case VariantType.BOOLEAN:
      return 2
    case VariantType.STRING:
      return TEXT_PAYLOAD + values.readInt32LE(at + 1)
    default:
      return NUMBER_BYTES
  }
}

/** An integer or a double with its type. */
const NUMBER_BYTES = 9

type WriteValue = (document: number, writer: ValueWriter) => void

const writeNothing: WriteValue = (_, writer) => writer.byte(ABSENT)

/** Rows whose value the field could not take: only the table has it. */
function misfitsOf(fields: readonly FieldLayout[], { segment }: SegmentView): ReadonlySet<number> {
  const all = segment.misfits()
  return new Set(fields.flatMap(({ name }) => [...(all.get(name) ?? [])]))
}

/** Undefined where the segment keeps several values of a row. */
function columnOf(
  { name, type }: FieldLayout,
  { segment }: SegmentView,
  documents: readonly number[],
): WriteValue | undefined {
  const field = segment.rows.field(name)
  if (field === undefined) return writeNothing
  if (field.kind !== 'numeric' && field.kind !== 'terms') return undefined
  const { present, column } = field
  if (column === undefined || column.starts !== undefined) return undefined
  if (column.cold !== undefined) lookAhead(column.cold, documents)
  const write =
    field.kind === 'terms' ? keywordColumn(field, field.column) : numberColumn(field.column, type)
  if (present === undefined || write === undefined) return write
  return (document, writer) =>
    hasBit(present, document) ? write(document, writer) : writer.byte(ABSENT)
}

function keywordColumn(
  { terms }: TermsField,
  column: TermsColumn | undefined,
): WriteValue | undefined {
  if (column === undefined) return undefined
  const { cold } = column
  const ordinals = cold === undefined ? column.ordinals : undefined
  return (document, writer) => {
    const ordinal = ordinals === undefined ? cold?.at(document) : ordinals[document]
    writer.text(terms.term(ordinal ?? outOfRange()))
  }
}

function numberColumn(column: NumericColumn | undefined, type: LeafType): WriteValue | undefined {
  if (column === undefined) return undefined
  const { cold, base, scale } = column
  const values = cold === undefined ? column.values : undefined
  const valueOf = (document: number): number | bigint =>
    (values === undefined ? cold?.at(document) : values[document]) ?? outOfRange()
  if (type === 'DOUBLE') return (document, writer) => writer.double(Number(valueOf(document)))
  const integerOf = (document: number): bigint => base + scale * BigInt(valueOf(document))
  if (type === 'LONG') return (document, writer) => writer.integer(integerOf(document))
  return (document, writer) => writer.boolean(integerOf(document) !== 0n)
}

const FIRST_BYTES = 65_536

/** Writes variants one after the other into one growing buffer. */
class ValueWriter {
  size = 0
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)

  byte(value: number): void {
    this.#buffer[this.#room(1)] = value
  }

  boolean(value: boolean): void {
    const at = this.#room(2)
    this.#buffer[at] = VariantType.BOOLEAN
    this.#buffer[at + 1] = value ? 1 : 0
  }

  integer(value: bigint): void {
    const at = this.#room(NUMBER_BYTES)
    this.#buffer[at] = VariantType.INTEGER
    this.#buffer.writeBigInt64LE(value, at + 1)
  }

  double(value: number): void {
    const at = this.#room(NUMBER_BYTES)
    this.#buffer[at] = VariantType.DOUBLE
    this.#buffer.writeDoubleLE(value, at + 1)
  }

  text(bytes: Uint8Array): void {
    const at = this.#room(TEXT_PAYLOAD + bytes.length)
    this.#buffer[at] = VariantType.STRING
    this.#buffer.writeInt32LE(bytes.length, at + 1)
    this.#buffer.set(bytes, at + TEXT_PAYLOAD)
  }

  view(): Buffer {
    return this.#buffer.subarray(0, this.size)
  }

  /** Makes room for so many bytes, and answers where it is. */
  #room(bytes: number): number {
    const at = this.size
    this.size += bytes
    if (this.size > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(this.size * 2)
      grown.set(this.#buffer.subarray(0, at))
      this.#buffer = grown
    }
    return at
  }
}
