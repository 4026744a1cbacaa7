import {
  COMMITS,
  COMMIT_HEADER_BYTES,
  FIRST_COMMIT_AT,
  MUTATION_HEADER_BYTES,
  NOTHING,
} from './commit-layout.js'
import { TABLE_BYTES } from './store-key.js'

/**
 * Walks the commits of a log record, and the mutations of each, without making objects. After a call that
 * returns true, the fields hold the offsets of one commit or mutation in the payload.
 */
export class CommitCursor {
  readonly payload: Buffer
  /** Where the commit begins. */
  commitAt = 0
  table = 0
  partitionAt = 0
  partitionEnd = 0
  /** The change record follows the partition key, if the commit has one. */
  hasRecord = false
  recordEnd = 0
  mutations = 0
  /** The store key of a mutation; its value follows it. */
  keyAt = 0
  keyEnd = 0
  hasValue = false
  valueEnd = 0
  #offset: number

  /** `at` is where a commit begins: the first one by default. */
  constructor(payload: Buffer, at: number = FIRST_COMMIT_AT) {
    this.payload = payload
    this.#offset = payload[0] === COMMITS ? at : payload.length
  }

  nextCommit(): boolean {
    while (this.nextMutation());
    const { payload } = this
    const at = this.#offset
    if (at >= payload.length) return false
    this.commitAt = at
    this.table = payload.readUInt32LE(at)
    this.partitionAt = at + COMMIT_HEADER_BYTES
    this.partitionEnd = this.partitionAt + payload.readUInt16LE(at + 4)
    const recordLength = payload.readUInt32LE(at + 6)
    this.hasRecord = recordLength !== NOTHING
    this.recordEnd = this.partitionEnd + (this.hasRecord ? recordLength : 0)
    this.mutations = payload.readUInt32LE(at + 10)
    this.#offset = this.recordEnd
    return true
  }

  nextMutation(): boolean {
    if (this.mutations === 0) return false
    this.mutations--
    this.readMutation(this.#offset + MUTATION_HEADER_BYTES)
    this.#offset = this.valueEnd
    return true
  }

  /** Moves to the mutation whose store key is at `keyAt`. */
  readMutation(keyAt: number): void {
    const { payload } = this
    this.keyAt = keyAt
    this.keyEnd = keyAt + payload.readUInt16LE(keyAt - MUTATION_HEADER_BYTES)
    const valueLength = payload.readUInt32LE(keyAt - 4)
    this.hasValue = valueLength !== NOTHING
    this.valueEnd = this.keyEnd + (this.hasValue ? valueLength : 0)
  }

  /** This and the following getters return views of the payload. */
  get partition(): Buffer {
    return this.payload.subarray(this.partitionAt, this.partitionEnd)
  }

  get record(): Buffer | undefined {
    return this.hasRecord ? this.payload.subarray(this.partitionEnd, this.recordEnd) : undefined
  }

  /**
   * The table of the mutation's key: the commit's own, or one that changes with it, such as a local index.
   */
  get keyTable(): number {
    return this.payload.readUInt32BE(this.keyAt)
  }

  get key(): Buffer {
    return this.payload.subarray(this.keyAt, this.keyEnd)
  }

  /** The key without the table's number. */
  get keyInTable(): Buffer {
    return this.payload.subarray(this.keyAt + TABLE_BYTES, this.keyEnd)
  }

  get value(): Buffer | undefined {
    return this.hasValue ? this.payload.subarray(this.keyEnd, this.valueEnd) : undefined
  }

  /** Whether the mutation's key equals this store key. */
  isOf(key: Buffer): boolean {
    return this.payload.compare(key, 0, key.length, this.keyAt, this.keyEnd) === 0
  }
}
