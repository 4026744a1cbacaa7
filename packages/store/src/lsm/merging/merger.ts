import { type Clock, outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { findBegunMerge, isBegun } from '../versions/begun-merge.js'
import { recordOfRun, spansOf, type StoreState } from '../versions/store-state.js'
import { type OpenTable, type Run, bytesOfRun } from '../versions/store-version.js'
import type { Wait } from '../work/wait.js'
import { StoppedError } from '../writing/write-next-table.js'
import { usedKeys, warmTable } from './warm-table.js'
import { chooseMerge } from './choose-merge.js'
import type { MergeSlice, MergeWork } from './merge-slice.js'

export interface MergerParts {
  readonly state: StoreState
  readonly clock: Clock
  /** Into a table of about so many bytes. `isLast`: nothing older is there. */
  readonly merge: (work: MergeWork, tableBytes: number, isLast: boolean) => Promise<MergeSlice>
  /** No slice is larger. */
  readonly sliceBytesMax: number
  /** A merge has ended with its last slice. */
  readonly onMerged: () => void
  readonly wait: Wait
}

/** Neighbours by age that become one run, or a run of which one table is written anew. */
interface Job {
  readonly runs: readonly Run[]
  readonly table: OpenTable | undefined
}

interface Waiter {
  /** The number of a table. */
  readonly table: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Merges runs in the background, slice by slice: the space of what a slice has read comes back with it, and
 * between two slices of a large merge a smaller one of newer runs may overtake it. What is to be done next is
 * seen from the runs alone, so a merge that was cut off or has failed goes on where it was.
 */
export class Merger {
  readonly #parts: MergerParts
  readonly #closing = new AbortController()
  readonly #idleTimer: NodeJS.Timeout
  #running: Promise<void> | undefined
  #isDue = false
  /** They wait until a table has been written anew, or merged. */
  #waiters: Waiter[] = []
  #lastWrite: number
  failures = 0
  writtenBytes = 0

  constructor(parts: MergerParts) {
    this.#parts = parts
    this.#lastWrite = parts.clock.monotonic()
    this.#idleTimer = setInterval(() => this.wake(), storeLimits.MERGE_IDLE_MS).unref()
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** A store at rest is merged further. */
  wrote(now: number): void {
    this.#lastWrite = now
  }

  /** Begins what is due. */
  wake(): void {
    if (this.#closing.signal.aborted) return
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isDue) this.wake()
    })
  }

  /** Writes a table anew, without what is hidden. Rejects with the next merge that fails. */
  rewritten(table: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ table, resolve, reject })
      this.wake()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#idleTimer)
    await this.#running
    for (const { reject } of this.#waiters.splice(0)) reject(new StoppedError())
  }

  async #run(): Promise<void> {
    const { wait } = this.#parts
    const { signal } = this.#closing
    while (!signal.aborted) {
      this.#isDue = false
      const job = this.#choose()
      if (job === undefined) return
      try {
        await this.#do(job)
      } catch (error) {
        this.failures++
        for (const { reject } of this.#waiters.splice(0)) reject(error)
        await wait(storeLimits.STORE_RETRY_MS_MAX, signal)
      }
    }
  }

  /** The newest merge that is due comes first. Nothing older than a merge that is begun may pass it. */
  #choose(): Job | undefined {
    const { runs } = this.#parts.state.version
    this.#tell(runs)
    const begun = findBegunMerge(runs)
    const free = begun === undefined ? runs : runs.slice(0, begun.at)
    const idleMs = this.#parts.clock.monotonic() - this.#lastWrite
    const choice = chooseMerge({
      bytes: free.map(bytesOfRun),
      reachesLast: begun === undefined,
      isIdle: idleMs >= storeLimits.MERGE_IDLE_MS,
    })
    const due = choice === undefined ? begun?.inputs : free.slice(choice.from, choice.to)
    return due === undefined ? this.#wanted(runs) : { runs: due, table: undefined }
  }

  #wanted(runs: readonly Run[]): Job | undefined {
    const wanted = this.#waiters[0]?.table
    for (const run of runs)
      for (const { part: table } of run.tables)
        if (table.record.number === wanted) return { runs: [run], table }
    return undefined
  }

  #tell(runs: readonly Run[]): void {
    const left = new Set(runs.flatMap(({ tables }) => tables.map(({ part }) => part.record.number)))
    const waiters = this.#waiters
    this.#waiters = waiters.filter(({ table }) => left.has(table))
    for (const { table, resolve } of waiters) if (!left.has(table)) resolve()
  }

  async #do({ runs: inputs, table }: Job): Promise<void> {
    const { state, merge, sliceBytesMax, onMerged } = this.#parts
    // Nothing removes the files meanwhile.
    const version = state.version.runsAlone()
    try {
      const { runs } = version
      const newer = runs.slice(0, runs.indexOf(inputs[0] ?? outOfRange()))
      const newerTombstones = spansOf(newer)
      const isLast = runs.at(-1) === inputs.at(-1)
      if (table !== undefined) {
        const records = inputs.map((run) => ({ ...recordOfRun(run), tables: [table.record] }))
        const work = { runs: records, newerTombstones }
        const slice = await merge(work, Number.POSITIVE_INFINITY, isLast)
        this.writtenBytes += slice.table?.bytes ?? 0
        await state.rewritten(table.record.number, slice.table)
        return
      }
      const work = { runs: inputs.map(recordOfRun), newerTombstones }
      const sliceBytes = Math.min(sliceBytesMax, sliceBytesOf(bytesOfMerge(inputs, newer)))
      const slice = await merge(work, sliceBytes, isLast)
      this.writtenBytes += slice.table?.bytes ?? 0
      const used = await usedKeys(inputs, slice.next)
      await state.merged(new Set(inputs.map(({ id }) => id)), slice)
      if (slice.next === undefined) onMerged()
      await this.#warm(slice.table?.number, used)
    } finally {
      version.unpin()
    }
  }

  /** Without the old blocks, which go with the version, readers would wait for each of the new ones. */
  async #warm(number: number | undefined, keys: readonly Buffer[]): Promise<void> {
    if (keys.length === 0) return
    const version = this.#parts.state.version.runsAlone()
    try {
      const tables = version.runs.flatMap((run) => run.tables)
      const table = tables.find(({ part }) => part.record.number === number)
      if (table !== undefined) await warmTable(table.part.reader, keys)
    } finally {
      version.unpin()
    }
  }
}

/** With what the slices before have written. */
function bytesOfMerge(inputs: readonly Run[], newer: readonly Run[]): number {
  const result = inputs.some(isBegun) ? newer.slice(-1) : []
  return [...result, ...inputs].reduce((sum, run) => sum + bytesOfRun(run), 0)
}

const sliceBytesOf = (bytes: number): number =>
  Math.max(storeLimits.TABLE_FILE_BYTES_MIN, bytes / storeLimits.MERGE_SLICES)
