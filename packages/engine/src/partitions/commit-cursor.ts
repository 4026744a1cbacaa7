import {
  COMMITS,
  COMMIT_HEADER_BYTES,
  FIRST_COMMIT_AT,
  MUTATION_HEADER_BYTES,
  NOTHING,
} from './commit-layout.js'
import { TABLE_BYTES } from './store-key.js'

/**
 * Walks the commits of a record of the log, and the mutations of each, without making objects: after a
 * call that answers true the fields describe one by offsets into the payload.
 */
export class CommitCursor {
  readonly payload: Buffer
  /** Where the commit begins. */
  commitAt = 0
  table = 0
  partitionAt = 0
  partitionEnd = 0
  /** The change record, if there is one, stands behind the partition key. */
  hasRecord = false
  recordEnd = 0
  mutations = 0
  /** The store key of a mutation; its value stands behind it. */
  keyAt = 0
  keyEnd = 0
  hasValue = false
  valueEnd = 0
  #offset: number

  /** `at` is where a commit begins; without it the first one does. */
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

  /** Takes the mutation whose store key stands at `keyAt`. */
  readMutation(keyAt: number): void {
    const { payload } = this
    this.keyAt = keyAt
    this.keyEnd = keyAt + payload.readUInt16LE(keyAt - MUTATION_HEADER_BYTES)
    const valueLength = payload.readUInt32LE(keyAt - 4)
    this.hasValue = valueLength !== NOTHING
    this.valueEnd = this.keyEnd + (this.hasValue ? valueLength : 0)
  }

  /** Views of the payload. */
  get partition(): Buffer {
    return this.payload.subarray(this.partitionAt, this.partitionEnd)
  }

  get record(): Buffer | undefined {
    return this.hasRecord ? this.payload.subarray(this.partitionEnd, this.recordEnd) : undefined
  }

  /** The table of the mutation's key: that of the commit, or one that changes with it. */
  get keyTable(): number {
    return this.payload.readUInt32BE(this.keyAt)
  }

  get key(): Buffer {
    return this.payload.subarray(this.keyAt, this.keyEnd)
  }

  /** As the entry's table knows it. */
  get keyInTable(): Buffer {
    return this.payload.subarray(this.keyAt + TABLE_BYTES, this.keyEnd)
  }

  get value(): Buffer | undefined {
    return this.hasValue ? this.payload.subarray(this.keyEnd, this.valueEnd) : undefined
  }

  /** Whether the key of the mutation has this name, which has a character for each byte. */
  isNamed(name: string): boolean {
    const { payload, keyAt } = this
    if (name.length !== this.keyEnd - keyAt) return false
    for (let i = 0; i < name.length; i++) {
      if (name.charCodeAt(i) !== payload[keyAt + i]) return false
    }
    return true
  }
}
