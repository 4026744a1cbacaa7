import type { StoreMutation } from '../store/key-value-store.js'
import type { LoggedCommit, Mutation, PartitionCommit } from './partition-store.js'
import { TABLE_BYTES, storeKey, withoutTable } from './store-key.js'

/*
 * What a record of the commit log holds; byte by byte in docs/formats.md. Keys are written as the
 * store wants them, so that replay hands them over without copying.
 */

const COMMITS = 1
const RANGE_DELETE = 2

const COMMIT_HEADER_BYTES = 14
const MUTATION_HEADER_BYTES = 6
const KEY_BYTES_MAX = 0xffff
/** Stands for "no value" (the key is deleted) and for "no change record". */
const NOTHING = 0xffff_ffff

/** A mutation as the store takes it, and its name in overlay and cache. Views of the record's bytes. */
export type NamedMutation = Exclude<StoreMutation, { kind: 'deleteRange' }> & {
  readonly name: string
}

export interface EncodedCommits {
  readonly payload: Buffer
  readonly mutations: readonly NamedMutation[]
}

export function commitBytes(commit: PartitionCommit): number {
  let bytes = COMMIT_HEADER_BYTES + commit.partition.length + (commit.record?.length ?? 0)
  for (const { key, value } of commit.mutations) {
    bytes += MUTATION_HEADER_BYTES + TABLE_BYTES + key.length + (value?.length ?? 0)
  }
  return bytes
}

/** `bytes` is the sum of `commitBytes` of the commits. */
export function encodeCommits(commits: readonly PartitionCommit[], bytes: number): EncodedCommits {
  const payload = Buffer.allocUnsafe(1 + bytes)
  payload[0] = COMMITS
  const mutations: NamedMutation[] = []
  let offset = 1
  for (const commit of commits) offset = writeCommit(payload, offset, commit, mutations)
  return { payload, mutations }
}

function writeCommit(
  target: Buffer,
  start: number,
  commit: PartitionCommit,
  mutations: NamedMutation[],
): number {
  const { table, partition, record } = commit
  checkKeyLength(partition)
  target.writeUInt32LE(table, start)
  target.writeUInt16LE(partition.length, start + 4)
  target.writeUInt32LE(record?.length ?? NOTHING, start + 6)
  target.writeUInt32LE(commit.mutations.length, start + 10)
  let offset = writeBytes(target, start + COMMIT_HEADER_BYTES, partition)
  if (record !== undefined) offset = writeBytes(target, offset, record)
  for (const mutation of commit.mutations) {
    offset = writeMutation(target, offset, table, mutation, mutations)
  }
  return offset
}

function writeMutation(
  target: Buffer,
  start: number,
  table: number,
  { key, value }: Mutation,
  mutations: NamedMutation[],
): number {
  checkKeyLength(key)
  target.writeUInt16LE(TABLE_BYTES + key.length, start)
  target.writeUInt32LE(value?.length ?? NOTHING, start + 2)
  const keyStart = start + MUTATION_HEADER_BYTES
  target.writeUInt32BE(table, keyStart)
  const keyEnd = writeBytes(target, keyStart + TABLE_BYTES, key)
  const named = {
    name: target.toString('latin1', keyStart, keyEnd),
    key: target.subarray(keyStart, keyEnd),
  }
  if (value === undefined) {
    mutations.push({ kind: 'delete', ...named })
    return keyEnd
  }
  const end = writeBytes(target, keyEnd, value)
  mutations.push({ kind: 'put', ...named, value: target.subarray(keyEnd, end) })
  return end
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

/** The mutations of a record as replay applies them; views of the payload. */
export function decodeMutations(payload: Buffer): StoreMutation[] {
  if (payload[0] === RANGE_DELETE) return [decodeRangeDelete(payload)]
  const mutations: StoreMutation[] = []
  for (const commit of readCommits(payload)) {
    for (const { key, value } of commit.mutations) {
      mutations.push(value === undefined ? { kind: 'delete', key } : { kind: 'put', key, value })
    }
  }
  return mutations
}

/** The commits of a record as the change feed shows them; views of the payload. */
export function decodeCommits(payload: Buffer): LoggedCommit[] {
  if (payload[0] === RANGE_DELETE) return []
  return readCommits(payload).map((commit) => ({
    ...commit,
    mutations: commit.mutations.map(({ key, value }) => ({ key: withoutTable(key), value })),
  }))
}

function decodeRangeDelete(payload: Buffer): StoreMutation {
  const startEnd = 5 + payload.readUInt16LE(1)
  const end = payload.subarray(startEnd, startEnd + payload.readUInt16LE(3))
  return { kind: 'deleteRange', start: payload.subarray(5, startEnd), end }
}

/** Keys as the store has them. */
function readCommits(payload: Buffer): LoggedCommit[] {
  if (payload[0] !== COMMITS) throw new Error(`unknown kind of commit record: ${payload[0]}`)
  const commits: LoggedCommit[] = []
  let offset = 1
  while (offset < payload.length) {
    const table = payload.readUInt32LE(offset)
    const partitionEnd = offset + COMMIT_HEADER_BYTES + payload.readUInt16LE(offset + 4)
    const recordLength = payload.readUInt32LE(offset + 6)
    const partition = payload.subarray(offset + COMMIT_HEADER_BYTES, partitionEnd)
    const recordEnd = partitionEnd + (recordLength === NOTHING ? 0 : recordLength)
    const record = recordLength === NOTHING ? undefined : payload.subarray(partitionEnd, recordEnd)
    const mutations: Mutation[] = []
    const mutationCount = payload.readUInt32LE(offset + 10)
    offset = recordEnd
    for (let i = 0; i < mutationCount; i++) offset = readMutation(payload, offset, mutations)
    commits.push({ table, partition, mutations, record })
  }
  return commits
}

function readMutation(payload: Buffer, offset: number, mutations: Mutation[]): number {
  const keyStart = offset + MUTATION_HEADER_BYTES
  const keyEnd = keyStart + payload.readUInt16LE(offset)
  const valueLength = payload.readUInt32LE(offset + 2)
  const key = payload.subarray(keyStart, keyEnd)
  if (valueLength === NOTHING) {
    mutations.push({ key, value: undefined })
    return keyEnd
  }
  const end = keyEnd + valueLength
  mutations.push({ key, value: payload.subarray(keyEnd, end) })
  return end
}

function writeBytes(target: Buffer, offset: number, bytes: Buffer): number {
  target.set(bytes, offset)
  return offset + bytes.length
}

function checkKeyLength(key: Buffer): void {
  if (TABLE_BYTES + key.length > KEY_BYTES_MAX) throw new RangeError('key too long for the log')
}
