import type { Clock } from '@rowhouse/platform'
import { serverLimits } from '../limits.js'
import { CallSampler } from './call-sampler.js'
import { TableHeat } from './table-heat.js'
import type { TouchedRow } from './touched-rows.js'

const HOUR_MS = 3_600_000
const FADING = 2 ** (-1 / serverLimits.HEAT_HALF_LIFE_HOURS)

/**
 * Counts which columns of which tables are read and written, from a sample of the calls. The counts are in
 * memory only.
 */
export class ColumnHeat {
  readonly #clock: Clock
  readonly #sampler: CallSampler
  /** By table id, so that a table that is created again starts at 0. The most recently used one is last. */
  readonly #tables = new Map<number, TableHeat>()
  #fadedAt: number

  constructor(clock: Clock, seed: number) {
    this.#clock = clock
    this.#sampler = new CallSampler(seed)
    this.#fadedAt = clock.monotonic()
  }

  /** The number of calls that the current one stands for; 0 when it is not sampled. */
  take(): number {
    return this.#sampler.take()
  }

  /** Counts a sampled call that has succeeded. */
  add(
    calls: number,
    rows: readonly TouchedRow[],
    idOf: (table: string) => number | undefined,
  ): void {
    const counted = new Set<TableHeat>()
    for (const row of rows) {
      const id = idOf(row.table)
      // The table was dropped meanwhile.
      if (id === undefined) continue
      const heat = this.#heatOf(id)
      heat.add({ ...row, weight: row.weight * calls })
      counted.add(heat)
    }
    for (const heat of counted) heat.sampledCalls += 1
  }

  of(tableId: number): TableHeat {
    return this.#tables.get(tableId) ?? new TableHeat()
  }

  /** To be called once a second. */
  tick(): void {
    this.#sampler.turn()
    const now = this.#clock.monotonic()
    if (now - this.#fadedAt < HOUR_MS) return
    this.#fadedAt = now
    for (const heat of this.#tables.values()) heat.fade(FADING)
  }

  #heatOf(id: number): TableHeat {
    const heat = this.#tables.get(id) ?? new TableHeat()
    this.#tables.delete(id)
    this.#tables.set(id, heat)
    const [oldest] = this.#tables.keys()
    if (this.#tables.size > serverLimits.HEAT_TABLES_MAX && oldest !== undefined)
      this.#tables.delete(oldest)
    return heat
  }
}
