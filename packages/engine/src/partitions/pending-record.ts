import { invariant } from '@rowhouse/platform'
import type { LogTicket } from '../log/commit-log.js'
import type { StoreMutation } from '@rowhouse/store'
import { CommitCursor } from './commit-cursor.js'
import { RANGE_DELETE } from './commit-layout.js'
import { type RangeDelete, decodeRangeDelete } from './commit-record.js'
import { entryName } from './entry-name.js'

/** A mutation of one entry in the store's form. Its fields are views of the record's bytes. */
export type EntryMutation = Exclude<StoreMutation, RangeDelete>

/** The promise that all commits of one log frame share. */
export interface Settlement {
  /** Resolves when the frame is durable. */
  readonly durable: Promise<void>
  /** Resolves when the commits are durable and visible. */
  readonly done: Promise<'committed'>
  readonly resolve: (outcome: 'committed') => void
  readonly reject: (error: unknown) => void
}

/**
 * A record of the commit log that is not in the store yet. While it waits for the log it consists of its
 * bytes alone: the garbage collector would copy the objects of thousands of waiting rows from one
 * generation to the next.
 */
export class PendingRecord {
  /** The head that its partition-key values have from this record on. */
  readonly head: number
  /** The record's position in the commit log, and one past it. */
  readonly position: number
  readonly end: number
  readonly bytes: number
  readonly settlement: Settlement
  /** The number of its last entry in the pending index. */
  lastEntry = 0
  #payload: Buffer | undefined
  #isFollowed = false
  #mutations: readonly EntryMutation[] | undefined

  constructor(head: number, { position, end }: LogTicket, payload: Buffer, settlement: Settlement) {
    this.head = head
    this.position = position
    this.end = end
    this.#payload = payload
    this.bytes = payload.length
    this.settlement = settlement
  }

  /** Not to be kept behind `takeMemory`. */
  get payload(): Buffer {
    invariant(this.#payload !== undefined, 'nobody reads a record whose memory was given back')
    return this.#payload
  }

  /** Followers read it from now on, and may keep views of it, so its memory is left to the collector. */
  follow(): void {
    this.#isFollowed = true
  }

  /** The memory of a record that the store has, for reuse; undefined if others may still read it. */
  takeMemory(): Buffer | undefined {
    if (this.#isFollowed) return undefined
    const memory = this.#payload
    this.#payload = undefined
    this.#mutations = undefined
    return memory
  }

  /** Decoded on first use, when the applier needs them. */
  get mutations(): readonly EntryMutation[] {
    this.#mutations ??= entryMutations(this.payload)
    return this.#mutations
  }

  /** For a record that followers keep longer, once the store has it. */
  forgetMutations(): void {
    this.#mutations = undefined
  }

  get rangeDelete(): RangeDelete | undefined {
    return this.payload[0] === RANGE_DELETE ? decodeRangeDelete(this.payload) : undefined
  }

  /** The names of the partition-key values that it changes. */
  partitions(): string[] {
    const names: string[] = []
    const commits = new CommitCursor(this.payload)
    while (commits.nextCommit()) names.push(entryName(commits.table, commits.partition))
    return names
  }
}

export function settlementOf(durable: Promise<void>): Settlement {
  let resolve: Settlement['resolve'] = nothing
  let reject: Settlement['reject'] = nothing
  const done = new Promise<'committed'>((resolveDone, rejectDone) => {
    resolve = resolveDone
    reject = rejectDone
  })
  return { durable, done, resolve, reject }
}

function entryMutations(payload: Buffer): EntryMutation[] {
  const mutations: EntryMutation[] = []
  const commits = new CommitCursor(payload)
  while (commits.nextCommit()) {
    while (commits.nextMutation()) {
      const { key, value } = commits
      mutations.push(value === undefined ? { kind: 'delete', key } : { kind: 'put', key, value })
    }
  }
  return mutations
}

function nothing(): void {}
