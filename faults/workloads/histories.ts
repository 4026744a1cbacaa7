import type { SeededRandom } from '@rowhouse/platform/testing'
import { checkHistory } from '../history/check-history.js'
import { explainVerdict } from '../history/explain-verdict.js'
import { HistoryRecorder, MomentClock } from '../history/history-recorder.js'
import { type RowOperation, rowModel } from '../history/row-model.js'
import type { Service } from './service.js'
import { type WatchedRow, readWatched, writeWatched } from './watched-row.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'histories'
const PARTITIONS = 5
const READ_SHARE = 0.3

export interface HistoriesSize {
  readonly lanes: number
  /** The rows that clients share at a time. */
  readonly rows: number
  /** A row with so many calls is replaced by a new one. */
  readonly callsMax: number
}

/**
 * Clients that read and write the same few rows; what they see must be explained by one order of all their
 * calls.
 */
export class Histories implements Workload {
  readonly name = TABLE
  readonly #size: HistoriesSize
  readonly #clock = new MomentClock()
  readonly #inUse = new Map<number, WatchedRow>()
  #retired: WatchedRow[] = []
  #values = 0
  #rows = 0
  #checked = 0
  #verified = 0

  constructor(size: HistoriesSize) {
    this.#size = size
  }

  get verified(): number {
    return this.#verified
  }

  /** The number of histories that were found linearizable. */
  get checked(): number {
    return this.#checked
  }

  prepare(service: Service): Promise<void> {
    return service.createTable(TABLE)
  }

  lanes(service: Service, random: SeededRandom): readonly Lane[] {
    return Array.from(
      { length: this.#size.lanes },
      (_, lane): Lane =>
        () => {
          const row = this.#pick(random)
          const client = `client ${lane}`
          return random.chance(READ_SHARE)
            ? readWatched(service, client, row)
            : writeWatched(service, random, client, row, ++this.#values)
        },
    )
  }

  async check(service: Service): Promise<void> {
    for (const row of [...this.#inUse.values(), ...this.#retired]) {
      row.history.expireUnanswered()
      await readWatched(service, 'check', row)
    }
    this.#checkRetired()
  }

  /** Checks the histories of rows that are still in use. */
  finish(): void {
    this.#retired.push(...this.#inUse.values())
    this.#inUse.clear()
    this.#checkRetired()
  }

  #pick(random: SeededRandom): WatchedRow {
    const place = random.below(this.#size.rows)
    const row = this.#inUse.get(place)
    if (row !== undefined && row.history.length < this.#size.callsMax) return row
    if (row !== undefined) this.#retired.push(row)
    const fresh: WatchedRow = {
      table: TABLE,
      key: { partition: `history ${this.#rows % PARTITIONS}`, row: ++this.#rows },
      history: new HistoryRecorder<RowOperation>(this.#clock),
      lately: 0,
    }
    this.#inUse.set(place, fresh)
    return fresh
  }

  #checkRetired(): void {
    for (const { key, history } of this.#retired) {
      const verdict = checkHistory(rowModel, history.calls)
      if (verdict.kind !== 'linearizable')
        throw new Violation(TABLE, `row ${key.partition}/${key.row}: ${explainVerdict(verdict)}`)
      this.#checked++
      for (const { operation, end } of history.calls)
        if (operation.kind !== 'read' && end !== undefined) this.#verified++
    }
    this.#retired = []
  }
}
