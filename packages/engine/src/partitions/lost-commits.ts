import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import type { PendingCommits } from './pending-commits.js'

interface LostSpan {
  readonly firstHead: number
  readonly lastHead: number
  readonly failure: Promise<void>
}

/** Commits that were accepted but that the log could not make durable, as on a full disk. */
export class LostCommits {
  readonly #log: CommitLog
  readonly #pending: PendingCommits
  /** Only the latest spans: a reader of a lost commit asks about it within moments. */
  readonly #spans: LostSpan[] = []
  #knownEnd: number

  constructor(log: CommitLog, pending: PendingCommits) {
    this.#log = log
    this.#pending = pending
    this.#knownEnd = log.lostEnd
  }

  /** A rejected promise when the commit with this head was lost. */
  failureOf(head: number): Promise<void> | undefined {
    if (this.#spans.length === 0) return undefined
    return this.#spans.find(({ firstHead, lastHead }) => head >= firstHead && head <= lastHead)
      ?.failure
  }

  /**
   * Rejects the commits that were lost since the last call and returns their partition-key values.
   * `refusedEnd` is the end of a record that the log has refused without counting it as lost.
   */
  forget(refusedEnd: number): readonly string[] {
    const { lostEnd } = this.#log
    if (lostEnd === this.#knownEnd && refusedEnd === 0) return []
    this.#knownEnd = lostEnd
    const end = Math.max(lostEnd, refusedEnd)
    const records = this.#pending.removeLost(this.#log.durableEnd, end)
    const [first] = records
    const last = records.at(-1)
    if (first === undefined || last === undefined) return []
    const failure = this.#log.whenDurable(first.end)
    failure.catch((error: unknown) => {
      for (const { settlement } of records) settlement.reject(error)
    })
    this.#spans.push({ firstHead: first.head, lastHead: last.head, failure })
    if (this.#spans.length > engineLimits.LOG_LOST_SPANS_MAX) this.#spans.shift()
    return records.flatMap((record) => record.partitions())
  }
}
