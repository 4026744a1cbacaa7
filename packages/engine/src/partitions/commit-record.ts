import type { StoreMutation } from '@rowhouse/store'
import { CommitCursor } from './commit-cursor.js'
import {
  COMMITS,
  COMMIT_HEADER_BYTES,
  FIRST_COMMIT_AT,
  KEY_BYTES_MAX,
  MUTATION_HEADER_BYTES,
  NOTHING,
  RANGE_DELETE,
} from './commit-layout.js'
import type { LoggedCommit, Mutation, PartitionCommit } from './partition-store.js'
import { TABLE_BYTES, storeKey } from './store-key.js'

/*
 * Encodes commits as log records, and decodes them. Keys are written in the store's form, so that replay
 * passes them on without copying.
 */

export function commitBytes(commit: PartitionCommit): number {
  let bytes = COMMIT_HEADER_BYTES + commit.partition.length + (commit.record?.length ?? 0)
  for (const { key, value } of commit.mutations) {
    bytes += MUTATION_HEADER_BYTES + TABLE_BYTES + key.length + (value?.length ?? 0)
  }
  return bytes
}

/** `bytes` is the sum of `commitBytes` of the commits. */
export function encodeCommits(
  commits: readonly PartitionCommit[],
  bytes: number,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const payload = allocate(FIRST_COMMIT_AT + bytes)
  payload[0] = COMMITS
  let offset = FIRST_COMMIT_AT
  for (const commit of commits) offset = writeCommit(payload, offset, commit)
  return payload
}

function writeCommit(target: Buffer, start: number, commit: PartitionCommit): number {
  const { table, partition, record } = commit
  checkKeyLength(partition)
  target.writeUInt32LE(table, start)
  target.writeUInt16LE(partition.length, start + 4)
  target.writeUInt32LE(record?.length ?? NOTHING, start + 6)
  target.writeUInt32LE(commit.mutations.length, start + 10)
  let offset = writeBytes(target, start + COMMIT_HEADER_BYTES, partition)
  if (record !== undefined) offset = writeBytes(target, offset, record)
  for (const mutation of commit.mutations) offset = writeMutation(target, offset, table, mutation)
  return offset
}

function writeMutation(
  target: Buffer,
  start: number,
  table: number,
  { key, value, table: other }: Mutation,
): number {
  checkKeyLength(key)
  target.writeUInt16LE(TABLE_BYTES + key.length, start)
  target.writeUInt32LE(value?.length ?? NOTHING, start + 2)
  const keyStart = start + MUTATION_HEADER_BYTES
  target.writeUInt32BE(other ?? table, keyStart)
  const keyEnd = writeBytes(target, keyStart + TABLE_BYTES, key)
  return value === undefined ? keyEnd : writeBytes(target, keyEnd, value)
}

export function encodeRangeDelete(table: number, start: Buffer, end: Buffer): Buffer {
  checkKeyLength(start)
  checkKeyLength(end)
  const header = Buffer.alloc(5)
  header[0] = RANGE_DELETE
  header.writeUInt16LE(TABLE_BYTES + start.length, 1)
  header.writeUInt16LE(TABLE_BYTES + end.length, 3)
  return Buffer.concat([header, storeKey(table, start), storeKey(table, end)])
}

/** Decodes the mutations of a record for replay, as views of the payload. */
export function decodeMutations(payload: Buffer): StoreMutation[] {
  if (payload[0] === RANGE_DELETE) return [decodeRangeDelete(payload)]
  const mutations: StoreMutation[] = []
  const commits = cursorOf(payload)
  while (commits.nextCommit()) {
    while (commits.nextMutation()) mutations.push(storeMutation(commits))
  }
  return mutations
}

/** Decodes the commits of a record to wanted tables for the change feed, as views of the payload. */
export function decodeCommits(
  payload: Buffer,
  isWanted?: (table: number) => boolean,
): LoggedCommit[] {
  if (payload[0] === RANGE_DELETE) return []
  const logged: LoggedCommit[] = []
  const commits = cursorOf(payload)
  while (commits.nextCommit()) {
    if (isWanted?.(commits.table) !== false) logged.push(new RecordedCommit(commits))
  }
  return logged
}

/** Decodes its bytes on first use; all followers share the result. */
class RecordedCommit implements LoggedCommit {
  readonly table: number
  readonly #payload: Buffer
  readonly #at: number
  #mutations: readonly Mutation[] | undefined

  constructor({ table, payload, commitAt }: CommitCursor) {
    this.table = table
    this.#payload = payload
    this.#at = commitAt
  }

  get partition(): Buffer {
    return this.#cursor().partition
  }

  get record(): Buffer | undefined {
    return this.#cursor().record
  }

  get mutations(): readonly Mutation[] {
    this.#mutations ??= this.#decodeMutations()
    return this.#mutations
  }

  /** Leaves out entries of other tables, such as local indexes, that change in the same commit. */
  #decodeMutations(): Mutation[] {
    const mutations: Mutation[] = []
    const cursor = this.#cursor()
    while (cursor.nextMutation()) {
      if (cursor.keyTable !== this.table) continue
      mutations.push({ key: cursor.keyInTable, value: cursor.value })
    }
    return mutations
  }

  #cursor(): CommitCursor {
    const cursor = new CommitCursor(this.#payload, this.#at)
    cursor.nextCommit()
    return cursor
  }
}

function cursorOf(payload: Buffer): CommitCursor {
  if (payload[0] !== COMMITS) throw new Error(`unknown kind of commit record: ${payload[0]}`)
  return new CommitCursor(payload)
}

/** The mutation that the cursor stands on. */
export function storeMutation({ key, value }: CommitCursor): KeyMutation {
  return value === undefined ? { kind: 'delete', key } : { kind: 'put', key, value }
}

export type KeyMutation = Exclude<StoreMutation, RangeDelete>
export type RangeDelete = Extract<StoreMutation, { kind: 'deleteRange' }>

/** Decodes a record that is a range delete, as views of the payload. */
export function decodeRangeDelete(payload: Buffer): RangeDelete {
  const startEnd = 5 + payload.readUInt16LE(1)
  const end = payload.subarray(startEnd, startEnd + payload.readUInt16LE(3))
  return { kind: 'deleteRange', start: payload.subarray(5, startEnd), end }
}

function writeBytes(target: Buffer, offset: number, bytes: Buffer): number {
  target.set(bytes, offset)
  return offset + bytes.length
}

function checkKeyLength(key: Buffer): void {
  if (TABLE_BYTES + key.length > KEY_BYTES_MAX) throw new RangeError('key too long for the log')
}
