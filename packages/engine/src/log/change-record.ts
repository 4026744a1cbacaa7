import { copyBytes } from '@rowhouse/protocol'
import { invariant, outOfRange } from '@rowhouse/platform'

/**
 * What followers of the change feed need to know about a row change and cannot see in the row that the same
 * commit writes. The row has the values of puts, so the record does not repeat them.
 */
export interface RowChange {
  readonly kind: 'PUT_ROW' | 'UPDATE_ROW' | 'DELETE_ROW'
  readonly rowKey: Buffer
  /** What an UPDATE_ROW did to each cell; empty for the other kinds. */
  readonly operations: readonly RowChangeOperation[]
  /** The stored row before the change, when a follower of the table needs it. */
  readonly preImage: Buffer | undefined
}

export interface RowChangeOperation {
  readonly op: 'put' | 'delete-one' | 'delete-all'
  readonly name: string
  /** Milliseconds. For `delete-all` it has no meaning: it is not stored, and decodes as 0. */
  readonly timestamp: bigint
}

const VERSION = 1
const KINDS = ['PUT_ROW', 'UPDATE_ROW', 'DELETE_ROW'] as const
const OPERATIONS = ['put', 'delete-one', 'delete-all'] as const
const UPDATE_ROW = 1
const PUT = 0
const DELETE_ALL = 2
const HAS_PRE_IMAGE = 0x80
const VARINT_BYTES_MAX = 5
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const BYTES_PER_UNIT_MAX = 3

/** docs/formats.md shows the record byte by byte. */
export function encodeChangeRecord(changes: readonly RowChange[]): Buffer {
  const target = Buffer.allocUnsafe(sizeBound(changes))
  target[0] = VERSION
  let at = writeVarint(target, 1, changes.length)
  for (const change of changes) at = writeChange(target, at, change)
  return target.subarray(0, at)
}

/**
 * Writes the record of one row that is put or deleted; the row's key is key[0, keyEnd). Returns the offset
 * behind the record.
 */
export function writeSingleChange(
  target: Buffer,
  start: number,
  kind: 'PUT_ROW' | 'DELETE_ROW',
  key: Buffer,
  keyEnd: number,
): number {
  const at = beginSingleChange(target, start, KINDS.indexOf(kind), key, keyEnd)
  target[at] = 0
  return at + 1
}

/** A column by its name in UTF-8. */
export interface NamedColumn {
  readonly bytes: Buffer
}

/** A timestamp of 64 bits as two numbers. */
export interface Stamp {
  readonly low: number
  readonly high: number
}

/** The same for an update that puts cells of the first `count` columns, all with one timestamp. */
export function writePuts(
  target: Buffer,
  start: number,
  key: Buffer,
  keyEnd: number,
  columns: readonly NamedColumn[],
  count: number,
  { low, high }: Stamp,
): number {
  let at = beginSingleChange(target, start, UPDATE_ROW, key, keyEnd)
  at = writeVarint(target, at, count)
  for (let index = 0; index < count; index++) {
    const { bytes } = columns[index] ?? outOfRange()
    target[at] = PUT
    at = writeVarint(target, at + 1, bytes.length)
    copyBytes(bytes, 0, bytes.length, target, at)
    at = target.writeUInt32LE(low, at + bytes.length)
    at = target.writeUInt32LE(high, at)
  }
  return at
}

function beginSingleChange(
  target: Buffer,
  start: number,
  kind: number,
  key: Buffer,
  keyEnd: number,
): number {
  target[start] = VERSION
  target[start + 1] = 1
  target[start + 2] = kind
  const keyAt = writeVarint(target, start + 3, keyEnd)
  copyBytes(key, 0, keyEnd, target, keyAt)
  return keyAt + keyEnd
}

export function decodeChangeRecord(record: Buffer): RowChange[] {
  invariant(record[0] === VERSION, `change records have version ${VERSION}`)
  const cursor = { source: record, at: 1 }
  const changes: RowChange[] = []
  for (let left = readVarint(cursor); left > 0; left--) changes.push(readChange(cursor))
  return changes
}

function sizeBound(changes: readonly RowChange[]): number {
  let bytes = 1 + VARINT_BYTES_MAX
  for (const { rowKey, operations, preImage } of changes) {
    bytes += 1 + 3 * VARINT_BYTES_MAX + rowKey.length + (preImage?.length ?? 0)
    for (const { name } of operations) {
      bytes += 9 + VARINT_BYTES_MAX + name.length * BYTES_PER_UNIT_MAX
    }
  }
  return bytes
}

function writeChange(target: Buffer, start: number, change: RowChange): number {
  const flags = change.preImage === undefined ? 0 : HAS_PRE_IMAGE
  target[start] = KINDS.indexOf(change.kind) | flags
  let at = writeBytes(target, start + 1, change.rowKey)
  at = writeVarint(target, at, change.operations.length)
  for (const operation of change.operations) at = writeOperation(target, at, operation)
  return change.preImage === undefined ? at : writeBytes(target, at, change.preImage)
}

function writeOperation(target: Buffer, start: number, operation: RowChangeOperation): number {
  const op = OPERATIONS.indexOf(operation.op)
  target[start] = op
  let at = writeVarint(target, start + 1, Buffer.byteLength(operation.name))
  at += target.write(operation.name, at)
  return op === DELETE_ALL ? at : target.writeBigInt64LE(operation.timestamp, at)
}

function writeBytes(target: Buffer, start: number, bytes: Buffer): number {
  const at = writeVarint(target, start, bytes.length)
  bytes.copy(target, at)
  return at + bytes.length
}

function writeVarint(target: Buffer, start: number, value: number): number {
  let at = start
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80
  target[at++] = rest
  return at
}

interface Cursor {
  readonly source: Buffer
  at: number
}

function readChange(cursor: Cursor): RowChange {
  const tag = readByte(cursor)
  const kind = KINDS[tag & ~HAS_PRE_IMAGE]
  invariant(kind !== undefined, 'a row change has a known kind')
  const rowKey = readBytes(cursor)
  const operations: RowChangeOperation[] = []
  for (let left = readVarint(cursor); left > 0; left--) operations.push(readOperation(cursor))
  const preImage = (tag & HAS_PRE_IMAGE) === 0 ? undefined : readBytes(cursor)
  return { kind, rowKey, operations, preImage }
}

function readOperation(cursor: Cursor): RowChangeOperation {
  const op = OPERATIONS[readByte(cursor)]
  invariant(op !== undefined, 'a cell operation is of a known kind')
  const name = readBytes(cursor).toString('utf8')
  if (op === 'delete-all') return { op, name, timestamp: 0n }
  const timestamp = cursor.source.readBigInt64LE(cursor.at)
  cursor.at += 8
  return { op, name, timestamp }
}

function readBytes(cursor: Cursor): Buffer {
  const length = readVarint(cursor)
  const bytes = cursor.source.subarray(cursor.at, cursor.at + length)
  invariant(bytes.length === length, 'a change record is whole')
  cursor.at += length
  return bytes
}

function readVarint(cursor: Cursor): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = readByte(cursor)
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value >>> 0
  }
}

function readByte(cursor: Cursor): number {
  const byte = cursor.source[cursor.at++]
  invariant(byte !== undefined, 'a change record is whole')
  return byte
}
