import { LinkedList } from '@rowhouse/platform'
import type { RunRecord } from '../manifest/run-manifest.js'
import type { Memtable } from '../memtable/memtable.js'
import { Moment } from '../reading/store-moment.js'
import type { SharedPart } from '../versions/shared-part.js'
import type { StoreState } from '../versions/store-state.js'
import { type Run, Version } from '../versions/store-version.js'

export interface MomentKeeperParts {
  readonly state: StoreState
  /** Writes what a memtable was as of a sequence number. */
  readonly write: (memtable: Memtable, sequence: number) => Promise<RunRecord>
}

/**
 * The moments that are being read. A memtable leaves the memory soon after its flush, also when a scan that
 * lasts began with it: the scan gets what it sees of the memtable in a table of its own, because the flushed
 * one has newer versions. No manifest names that table, and it goes with the scan.
 */
export class MomentKeeper {
  readonly #parts: MomentKeeperParts
  readonly #moments = new LinkedList<Moment>()
  #running: Promise<void> | undefined
  #isClosed = false
  failures = 0

  constructor(parts: MomentKeeperParts) {
    this.#parts = parts
  }

  /** The caller releases it. */
  take(sequence: number): Moment {
    const version = this.#parts.state.version.pin()
    const moment = new Moment(version, sequence, () => this.#moments.remove(place))
    const place = this.#moments.add(moment)
    return moment
  }

  /** A scan that has not ended by the flush after that of its memtable is one that lasts. */
  flushed(memtable: SharedPart<Memtable>): void {
    const { state } = this.#parts
    const isInMemory = new Set([...state.version.memtables, memtable])
    const lasting = this.#moments
      .values()
      .filter(({ version }) => version.memtables.some((one) => !isInMemory.has(one)))
    if (lasting.length === 0 || this.#isClosed) return
    this.#running ??= this.#moveAll(lasting).finally(() => {
      this.#running = undefined
    })
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #moveAll(moments: readonly Moment[]): Promise<void> {
    for (const moment of moments) {
      if (this.#isClosed) return
      if (!moment.isHeld) continue
      try {
        await this.#move(moment.hold())
      } catch {
        // The next flush tries it again.
        this.failures++
      } finally {
        moment.release()
      }
    }
  }

  async #move(moment: Moment): Promise<void> {
    const { state, write } = this.#parts
    const { memtables, runs } = moment.version
    const isActive = new Set(state.version.memtables)
    const written: Run[] = []
    try {
      for (const memtable of memtables)
        if (!isActive.has(memtable))
          written.push(await state.openApart(await write(memtable.part, moment.sequence)))
    } catch (error) {
      // Nobody will read what was written so far.
      new Version({ memtables: [], runs: written }).unpin()
      throw error
    }
    const left = memtables.filter((memtable) => isActive.has(memtable))
    moment.move(new Version({ memtables: left, runs: [...written, ...runs] }))
  }
}
