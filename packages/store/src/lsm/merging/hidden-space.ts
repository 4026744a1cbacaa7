import { storeLimits } from '../../limits.js'
import { spansOf, type StoreState } from '../versions/store-state.js'
import type { Version } from '../versions/store-version.js'
import type { Wait } from '../work/wait.js'

export interface HiddenSpaceParts {
  readonly state: StoreState
  /** Range tombstones hide tables once they are in a run. */
  readonly flush: () => Promise<void>
  /** Writes a table anew. */
  readonly rewrite: (table: number) => Promise<void>
  readonly wait: Wait
}

/**
 * Gives back the space of what range deletes hide, also when nothing more is written: tables that are hidden
 * as a whole are dropped, and those of which a good part is hidden are written anew.
 */
export class HiddenSpace {
  readonly #parts: HiddenSpaceParts
  readonly #closing = new AbortController()
  #isDue = false
  #running: Promise<void> = Promise.resolve()
  failures = 0

  constructor(parts: HiddenSpaceParts) {
    this.#parts = parts
    this.seeRuns()
  }

  /** The runs are others now. */
  seeRuns(): void {
    const { runs } = this.#parts.state.version
    if (runs.some(({ rangeTombstones }) => rangeTombstones.length > 0)) this.wake()
  }

  /** What comes within a while is dealt with together. */
  wake(): void {
    if (this.#isDue || this.#closing.signal.aborted) return
    this.#isDue = true
    this.#running = this.#running.then(() => this.#freeLater())
  }

  /** What it waits for must end, too. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #freeLater(): Promise<void> {
    const { signal } = this.#closing
    await this.#parts.wait(storeLimits.FREE_HIDDEN_MS, signal)
    this.#isDue = false
    if (!signal.aborted) await this.#free()
  }

  async #free(): Promise<void> {
    const { state, flush, rewrite } = this.#parts
    try {
      if (hasRangeDeletes(state.version)) await flush()
      await state.dropHidden()
      const tables = await partlyHidden(state.version.runsAlone())
      await Promise.all(tables.map(rewrite))
    } catch {
      if (!this.#closing.signal.aborted) this.failures++
      this.wake()
    }
  }
}

const hasRangeDeletes = ({ memtables }: Version): boolean =>
  memtables.some(({ part }) => part.rangeTombstones(Number.MAX_SAFE_INTEGER).length > 0)

/** Numbers of the tables that become smaller by a good part. Unpins the version. */
async function partlyHidden(version: Version): Promise<number[]> {
  const found: number[] = []
  try {
    for (const [age, { tables }] of version.runs.entries()) {
      const newer = spansOf(version.runs.slice(0, age))
      for (const { part } of newer.length === 0 ? [] : tables) {
        let hidden = 0
        for (const { start, end } of newer) hidden += await part.reader.bytesBetween(start, end)
        if (hidden * storeLimits.HIDDEN_PART >= part.record.bytes) found.push(part.record.number)
      }
    }
    return found
  } finally {
    version.unpin()
  }
}
