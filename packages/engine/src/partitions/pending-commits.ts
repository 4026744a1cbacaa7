import type { StoreMutation } from '../store/key-value-store.js'
import type { NamedMutation } from './commit-record.js'

/** A record of the commit log that is not yet both durable and visible. */
export interface PendingRecord {
  /** The head that it gave to its partition-key values. */
  readonly head: number
  /** One past it in the commit log. */
  readonly end: number
  readonly bytes: number
  readonly partitions: readonly string[]
  readonly mutations: readonly NamedMutation[]
  readonly rangeDelete: Extract<StoreMutation, { kind: 'deleteRange' }> | undefined
  readonly settlement: Settlement
}

/** What the callers of all commits of one frame of the log wait for. */
export interface Settlement {
  /** Of the frame. */
  readonly durable: Promise<void>
  /** Resolves when the commits are durable and visible. */
  readonly done: Promise<'committed'>
  readonly resolve: (outcome: 'committed') => void
  readonly reject: (error: unknown) => void
}

/** Records in log order, and over them the newest pending mutation of every key. */
export class PendingCommits {
  readonly #records: PendingRecord[] = []
  readonly #overlay = new Map<string, NamedMutation>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get first(): PendingRecord | undefined {
    return this.#records[0]
  }

  get(name: string): NamedMutation | undefined {
    return this.#overlay.get(name)
  }

  has(name: string): boolean {
    return this.#overlay.has(name)
  }

  add(record: PendingRecord): void {
    this.#records.push(record)
    this.#bytes += record.bytes
    for (const mutation of record.mutations) this.#overlay.set(mutation.name, mutation)
  }

  /** The last record whose head is not larger. */
  lastUpTo(head: number): PendingRecord | undefined {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#records[middle]?.head ?? 0) <= head) low = middle + 1
      else high = middle
    }
    return this.#records[low - 1]
  }

  /** The records that end at or before a log position, from the first on; they stay pending. */
  upTo(end: number): PendingRecord[] {
    const count = this.#records.findIndex((record) => record.end > end)
    return count === -1 ? this.#records.slice() : this.#records.slice(0, count)
  }

  /** Takes out the first records. */
  remove(count: number): void {
    for (const record of this.#records.splice(0, count)) {
      this.#bytes -= record.bytes
      for (const mutation of record.mutations) {
        if (this.#overlay.get(mutation.name) === mutation) this.#overlay.delete(mutation.name)
      }
    }
  }

  /**
   * Takes out the records that the log has lost: after the durable position, up to the end of what was
   * lost. Keys go back to what is still pending before them.
   */
  removeLost(durableEnd: number, lostEnd: number): PendingRecord[] {
    const first = this.#records.findIndex((record) => record.end > durableEnd)
    if (first === -1) return []
    const behind = this.#records.splice(first)
    const lost = behind.filter((record) => record.end <= lostEnd)
    const kept = this.#records.concat(behind.slice(lost.length))
    this.#records.length = 0
    this.#overlay.clear()
    this.#bytes = 0
    for (const record of kept) this.add(record)
    return lost
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

function nothing(): void {}
