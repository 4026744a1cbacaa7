import { outOfRange } from '@rowhouse/platform'
import type { Document } from '../../documents/document.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { ByteSink } from '../format/byte-sink.js'
import { GrowableBytes, GrowableFloat64, GrowableUint32 } from '../format/growable.js'
import type { ByteStrings } from '../format/order-byte-strings.js'
import { encodeSummary } from '../format/segment-summary.js'
import { type SegmentSink, SegmentWriter } from '../format/segment-writer.js'
import { type SortStep, appendSortKey, sortStepsOf } from '../write/index-sort-key.js'
import { type RowOrder, orderRows } from '../write/row-order.js'
import { writeFacts } from '../write/write-facts.js'
import { KeysWriter } from '../write/write-keys.js'
import type { AnalyzerOf } from './create-field-builder.js'
import { FactsBuilder } from './facts-builder.js'
import { LevelBuilder } from './level-builder.js'
import { RowIntake, type RowTarget } from './row-intake.js'
import { sortValueOf } from './sort-value-of.js'

/** Byte strings, appended one after the other. */
class Strings {
  readonly bytes = new GrowableBytes()
  readonly starts = new GrowableUint32()

  constructor() {
    this.starts.push(0)
  }

  /** Ends a string: what was appended to `bytes` since the last call. */
  close(): void {
    if (this.bytes.length > 0xffff_ffff)
      throw new RangeError('a segment of this size cannot be built')
    this.starts.push(this.bytes.length)
  }

  get memoryBytes(): number {
    return this.bytes.values.length + this.starts.values.length * 4
  }

  strings(): ByteStrings {
    return { bytes: this.bytes.values, starts: this.starts.values }
  }
}

/**
 * Makes one segment of documents in any order. Of several with the same key the last one counts.
 */
export class SegmentBuilder {
  readonly #steps: readonly SortStep[] | undefined
  readonly #layout: IndexLayout
  readonly #rows: LevelBuilder
  readonly #keys = new Strings()
  readonly #sortKeys = new Strings()
  readonly #expiry = new GrowableFloat64()
  readonly #facts = new FactsBuilder()
  #expires = false
  #intake: RowIntake | undefined

  constructor(layout: IndexLayout, analyzerOf: AnalyzerOf) {
    this.#layout = layout
    this.#steps = sortStepsOf(layout)
    this.#rows = new LevelBuilder(layout.rows, analyzerOf)
  }

  get documents(): number {
    return this.#rows.documents
  }

  /** The approximate memory that it holds; a bound on it decides when to seal. */
  get memoryBytes(): number {
    const strings = this.#keys.memoryBytes + this.#sortKeys.memoryBytes
    const facts = this.#facts.memoryBytes
    return strings + facts + this.#expiry.values.length * 8 + this.#rows.memoryBytes
  }

  add(document: Document): void {
    const { key, level, expiresAt, facts } = document
    this.#facts.add(this.#rows.documents, facts)
    this.#rows.add(level, 0)
    this.#addKey(key, 0, key.length, expiresAt, level.values)
  }

  /** For rows that come as bytes instead of documents. */
  get intake(): RowIntake {
    this.#intake ??= new RowIntake(this.#layout, {
      level: this.#rows,
      facts: this.#facts,
      sortFields: (this.#steps ?? []).flatMap(({ field }) => field ?? []),
      addKey: this.#addKey,
    })
    return this.#intake
  }

  readonly #addKey: RowTarget['addKey'] = (bytes, from, to, expiresAt, values) => {
    this.#keys.bytes.append(bytes, from, to)
    this.#keys.close()
    this.#expiry.push(expiresAt ?? Number.POSITIVE_INFINITY)
    if (expiresAt !== undefined) this.#expires = true
    if (this.#steps === undefined) return
    const row = { key: bytes.subarray(from, to), values }
    appendSortKey(this.#sortKeys.bytes, this.#steps, (step) => sortValueOf(row, step))
    this.#sortKeys.close()
  }

  finish(): Uint8Array {
    const sink = new ByteSink()
    this.write(sink)
    return sink.take()
  }

  /** Answers the bytes of the segment. */
  write(sink: SegmentSink): number {
    const writer = new SegmentWriter(sink)
    const sortKeys = this.#steps === undefined ? undefined : this.#sortKeys.strings()
    const order = orderRows(this.documents, this.#keys.strings(), sortKeys)
    this.#writeKeys(writer, order)
    const rows = this.#rows.write(writer, {
      documents: order.rows.length,
      origins: [{ numbers: order.numbers }],
    })
    this.#writeExpiry(writer, order)
    const misfits = writeFacts(writer, this.#facts.finish(order))
    const keyOrder = sortKeys === undefined
    writer.section('summary', encodeSummary({ rows, keyOrder, misfits }))
    return writer.finish()
  }

  #writeKeys(writer: SegmentWriter, { byKey, rows, numbers }: RowOrder): void {
    const keys = new KeysWriter(byKey.length)
    const { bytes, starts } = this.#keys.strings()
    for (const row of byKey)
      keys.add(bytes, starts[row] ?? outOfRange(), starts[row + 1] ?? outOfRange())
    keys.write(
      writer,
      rows === byKey ? undefined : byKey.map((row) => numbers[row] ?? outOfRange()),
    )
  }

  #writeExpiry(writer: SegmentWriter, { rows }: RowOrder): void {
    if (!this.#expires) return
    const expiry = new Float64Array(rows.length)
    const { values } = this.#expiry
    for (let row = 0; row < rows.length; row++)
      expiry[row] = values[rows[row] ?? outOfRange()] ?? outOfRange()
    if (expiry.some((at) => at !== Number.POSITIVE_INFINITY)) writer.section('rows/expiry', expiry)
  }
}
