import { expectDefined } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { CommitLog, LogRecord } from '../log/commit-log.js'
import { decodeCommits } from './commit-record.js'
import type { ChangeRecord } from './partition-store.js'

export interface VisibleRecord extends LogRecord {
  /** Called before the record is kept for followers. */
  follow(): void
}

/**
 * Visible commits for followers. While there is a follower, the latest commits stay in memory, so that a
 * follower that keeps up never reads the log. Without a follower nothing is kept.
 */
export class VisibleChanges {
  readonly #log: Pick<CommitLog, 'read' | 'durableEnd'>
  readonly #listeners = new Set<() => void>()
  #end: number
  /** The records from `#firstKept` on have no gaps up to `#end`. */
  #recent: LogRecord[] = []
  #firstKept = 0
  #recentStart: number
  #recentBytes = 0

  constructor(log: Pick<CommitLog, 'read' | 'durableEnd'>) {
    this.#log = log
    this.#end = log.durableEnd
    this.#recentStart = log.durableEnd
  }

  /** One past the last visible record. */
  get end(): number {
    return this.#end
  }

  /** Called when records become visible. */
  add(records: readonly VisibleRecord[]): void {
    this.#end = records.at(-1)?.end ?? this.#end
    if (this.#listeners.size === 0) return
    for (const record of records) {
      record.follow()
      this.#recent.push(record)
      this.#recentBytes += record.payload.length
    }
    this.#forgetOldest()
    for (const listener of this.#listeners) listener()
  }

  listen(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#recentStart = this.#end
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#recent = []
      this.#firstKept = 0
      this.#recentBytes = 0
    }
  }

  async *read(from: number, isWanted?: (table: number) => boolean): AsyncGenerator<ChangeRecord> {
    const limit = this.#end
    const records = this.#recentFrom(from) ?? this.#log.read(from)
    for await (const { position, end, payload } of records) {
      if (position >= limit) return
      yield { position, end, commits: decodeCommits(payload, isWanted) }
    }
  }

  /** Undefined when some of the records are not in memory. */
  #recentFrom(from: number): readonly LogRecord[] | undefined {
    if (this.#listeners.size === 0 || from < this.#recentStart) return undefined
    let low = this.#firstKept
    let high = this.#recent.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const { position } = expectDefined(this.#recent[middle], 'the middle is a record')
      if (position < from) low = middle + 1
      else high = middle
    }
    return this.#recent.slice(low)
  }

  #forgetOldest(): void {
    while (this.#recentBytes > engineLimits.RECENT_CHANGES_BYTES_MAX) {
      const oldest = this.#recent[this.#firstKept++]
      if (oldest === undefined) break
      this.#recentBytes -= oldest.payload.length
      this.#recentStart = oldest.end
    }
    // The array is compacted rarely: each time copies all that is left.
    if (this.#firstKept < this.#recent.length / 2) return
    this.#recent = this.#recent.slice(this.#firstKept)
    this.#firstKept = 0
  }
}
