import { copyBytes } from '@rowhouse/protocol'
import { type NamedColumn, type Stamp, writePuts, writeSingleChange } from '../log/change-record.js'
import {
  COMMITS,
  COMMIT_HEADER_BYTES,
  FIRST_COMMIT_AT,
  MUTATION_HEADER_BYTES,
  NOTHING,
} from './commit-layout.js'
import { TABLE_BYTES } from './store-key.js'

const FIRST_BYTES = 65_536

/** The stored key of a row: bytes[0, end), of which bytes[1, partitionEnd) is the partition-key value. */
interface WrittenKey {
  readonly bytes: Buffer
  readonly partitionEnd: number
  readonly end: number
}

/**
 * Writes commits of one row each straight into the bytes of a log record; docs/formats.md, "Commit record",
 * has it byte by byte. Its memory is reused from record to record:
 *
 *     writer.begin()
 *     writer.reserve(bytes)               then per commit
 *     writer.commit(table, key, ...)
 *     writer.key(table)                   per mutation; the caller writes the rest of the key
 *     writer.endKey()                     and the value, and moves `at` behind each
 *     writer.endValue() or writer.noValue()
 *     writer.finish()
 */
export class CommitRecordWriter {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  /** The same memory, for numbers of several bytes. */
  view: DataView = viewOf(this.bytes)
  at = 0
  /** Where the mutation's lengths are, and where its key ends. */
  #lengthsAt = 0
  #keyEnd = 0

  begin(): void {
    this.bytes[0] = COMMITS
    this.at = FIRST_COMMIT_AT
  }

  /** Makes room for this many bytes behind `at`. */
  reserve(bytes: number): void {
    const needed = this.at + bytes
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
    this.view = viewOf(larger)
  }

  /** Writes the header of a commit that puts or deletes a row. */
  commit(table: number, kind: 'PUT_ROW' | 'DELETE_ROW', key: WrittenKey, mutations: number): void {
    const headerAt = this.#beginCommit(table, key, mutations)
    this.#endCommit(headerAt, writeSingleChange(this.bytes, this.at, kind, key.bytes, key.end))
  }

  /** Writes the header of a commit that puts cells of the first `count` columns of a row, with this stamp. */
  update(
    table: number,
    key: WrittenKey,
    columns: readonly NamedColumn[],
    count: number,
    stamp: Stamp,
  ): void {
    const headerAt = this.#beginCommit(table, key, 1)
    const { bytes, at } = this
    this.#endCommit(headerAt, writePuts(bytes, at, key.bytes, key.end, columns, count, stamp))
  }

  /** Writes the store key of the row's own mutation. */
  rowKey(table: number, key: WrittenKey): void {
    this.key(table)
    copyBytes(key.bytes, 0, key.end, this.bytes, this.at)
    this.at += key.end
    this.endKey()
  }

  /** Begins the store key of a mutation with its table. */
  key(table: number): void {
    this.#lengthsAt = this.at
    this.view.setUint32(this.at + MUTATION_HEADER_BYTES, table)
    this.at += MUTATION_HEADER_BYTES + TABLE_BYTES
  }

  endKey(): void {
    this.#keyEnd = this.at
    this.view.setUint16(this.#lengthsAt, this.at - this.#lengthsAt - MUTATION_HEADER_BYTES, true)
  }

  endValue(): void {
    this.view.setUint32(this.#lengthsAt + 2, this.at - this.#keyEnd, true)
  }

  noValue(): void {
    this.view.setUint32(this.#lengthsAt + 2, NOTHING, true)
  }

  /** Moves `at` to where the record of the change begins; returns where the header does. */
  #beginCommit(table: number, key: WrittenKey, mutations: number): number {
    const { view, at } = this
    view.setUint32(at, table, true)
    // The first byte of the key is its space.
    view.setUint16(at + 4, key.partitionEnd - 1, true)
    view.setUint32(at + 10, mutations, true)
    const partitionAt = at + COMMIT_HEADER_BYTES
    copyBytes(key.bytes, 1, key.partitionEnd, this.bytes, partitionAt)
    this.at = partitionAt + key.partitionEnd - 1
    return at
  }

  #endCommit(headerAt: number, recordEnd: number): void {
    this.view.setUint32(headerAt + 6, recordEnd - this.at, true)
    this.at = recordEnd
  }

  /** The record, until the next one begins. */
  finish(): Buffer {
    return this.bytes.subarray(0, this.at)
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
