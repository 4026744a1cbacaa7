import { PlainBufferWriter } from '../plain-buffer/plain-buffer-writer.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { varintLength } from '../protobuf/varint-length.js'
import { tagOf, WireType } from '../protobuf/wire-type.js'
import { type BatchRowType, rowTypes } from './batch-row-types.js'
import { writeCondition, writeReturnContent } from './condition.js'
import type { Condition, ReturnContent } from './shared.js'

const ROW_TAG = tagOf(2, WireType.LENGTH_DELIMITED)
const TABLE_TAG = tagOf(1, WireType.LENGTH_DELIMITED)
/** Before the bytes of a row whose lengths both take two bytes, as they do from 128 bytes to 16 KiB. */
const USUAL_HEAD_BYTES = 8
/** A tag, and a length of at most five bytes. */
const FIELD_HEAD_BYTES_MAX = 6

/**
 * The body of a BatchWriteRow on one table. Each row is encoded where it is sent, and the lengths before it
 * are filled in afterwards, so that a row costs neither objects nor copies. The bytes are those of
 * `batchWriteRow.encodeRequest`.
 *
 *     body.begin(tableName)
 *     const writer = body.beginRow()      the row's cells go into the writer
 *     body.endRow('PUT', condition, undefined)
 *     body.finish(undefined, false)
 *
 * It can begin again; it keeps its memory, so that bodies that it has finished are written over.
 */
export class BatchWriteBody {
  readonly #writer: PlainBufferWriter
  /** Where each row's field begins. */
  readonly #rows: number[] = []
  #firstRow = 0
  /** Where the last row ends. */
  #end = 0
  #tableHead: Buffer = NOTHING
  /** What stands before the bytes of the last row, and so probably before those of the next. */
  #headBytes = USUAL_HEAD_BYTES

  constructor(memoryBytes: number) {
    this.#writer = new PlainBufferWriter(memoryBytes)
  }

  get memoryBytes(): number {
    return this.#writer.memoryBytes
  }

  get rows(): number {
    return this.#rows.length
  }

  /** The bytes of all rows. */
  get rowBytes(): number {
    return this.#end - this.#firstRow
  }

  begin(tableName: string): void {
    const head = new ProtoWriter()
    head.string(1, tableName)
    this.#tableHead = head.finish()
    this.#rows.length = 0
    this.#writer.restart()
    this.#firstRow = FIELD_HEAD_BYTES_MAX + this.#tableHead.length
    this.#writer.gap(this.#firstRow)
    this.#end = this.#firstRow
  }

  beginRow(): PlainBufferWriter {
    this.#rows.push(this.#writer.gap(this.#headBytes))
    this.#writer.header()
    this.#writer.beginRow()
    return this.#writer
  }

  endRow(type: BatchRowType, condition: Condition, returnContent: ReturnContent | undefined): void {
    const writer = this.#writer
    writer.endRow()
    const start = this.#lastRow()
    const bytes = writer.size - start - this.#headBytes
    const tail = tailOf(condition, returnContent)
    const message = 2 + 1 + varintLength(bytes) + bytes + tail.length
    const head = 1 + varintLength(message) + 2 + 1 + varintLength(bytes)
    if (head !== this.#headBytes) this.#moveRow(start, head)
    writer.setByte(start, ROW_TAG)
    const at = this.#varint(start + 1, message)
    writer.setByte(at, tagOf(1, WireType.VARINT))
    writer.setByte(at + 1, rowTypes.indexOf(type))
    writer.setByte(at + 2, tagOf(2, WireType.LENGTH_DELIMITED))
    this.#varint(at + 3, bytes)
    writer.append(tail)
    this.#end = writer.size
  }

  /** Removes the last row, which need not be whole. */
  dropRow(): void {
    this.#end = this.#lastRow()
    this.#writer.cut(this.#end)
    this.#rows.pop()
  }

  /** Takes the last row out and returns a copy of its field, which `append` takes. */
  takeRow(): Buffer {
    const field = this.copyRow(this.rows - 1)
    this.dropRow()
    return field
  }

  /** A copy of the field of one row. */
  copyRow(index: number): Buffer {
    const start = this.#rows[index]
    if (start === undefined) throw new RangeError(`there is no row ${index} of ${this.rows}`)
    return Buffer.from(this.#writer.view().subarray(start, this.#rows[index + 1] ?? this.#end))
  }

  /** Appends the field of a row of another body. */
  append(field: Buffer): void {
    this.#rows.push(this.#writer.size)
    this.#writer.append(field)
    this.#end = this.#writer.size
  }

  /** The whole body, valid until the next `begin`. */
  finish(transactionId: string | undefined, isAtomic: boolean): Buffer {
    const writer = this.#writer
    const table = this.#tableHead.length + this.rowBytes
    const start = FIELD_HEAD_BYTES_MAX - 1 - varintLength(table)
    writer.setByte(start, TABLE_TAG)
    const at = this.#varint(start + 1, table)
    for (const [i, byte] of this.#tableHead.entries()) writer.setByte(at + i, byte)
    const end = new ProtoWriter()
    end.string(2, transactionId)
    if (isAtomic) end.bool(3, true)
    writer.append(end.finish())
    return writer.view().subarray(start)
  }

  /** Makes another room for what stands before the bytes of the last row. */
  #moveRow(start: number, head: number): void {
    const bytes = Buffer.from(this.#writer.view().subarray(start + this.#headBytes))
    this.#writer.cut(start)
    this.#writer.gap(head)
    this.#writer.append(bytes)
    this.#headBytes = head
  }

  #lastRow(): number {
    const start = this.#rows.at(-1)
    if (start === undefined) throw new RangeError('there is no row')
    return start
  }

  /** Writes a number at an offset and returns the offset behind it. */
  #varint(offset: number, value: number): number {
    let at = offset
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) this.#writer.setByte(at++, (rest & 0x7f) | 0x80)
    this.#writer.setByte(at, rest)
    return at + 1
  }
}

const NOTHING = Buffer.alloc(0)

/** What follows the bytes of a row in its message. */
function tailOf(condition: Condition, returnContent: ReturnContent | undefined): Buffer {
  const isPlain = condition.rowExistence === 'IGNORE' && condition.columnCondition === undefined
  return isPlain && returnContent === undefined ? PLAIN_TAIL : encodeTail(condition, returnContent)
}

function encodeTail(condition: Condition, returnContent: ReturnContent | undefined): Buffer {
  const writer = new ProtoWriter()
  writeCondition(writer, 3, condition)
  writeReturnContent(writer, 4, returnContent)
  return writer.finish()
}

const PLAIN_TAIL = encodeTail({ rowExistence: 'IGNORE', columnCondition: undefined }, undefined)
