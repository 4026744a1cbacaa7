import type { RowOrder } from './order-rows.js'

export type WantedOrder = RowOrder | 'auto'

/** Windows that are written one after the other to be measured; the first ones warm up and do not count. */
const TRIALS: readonly RowOrder[] = [
  'sorted',
  'shuffled',
  'sorted',
  'shuffled',
  'sorted',
  'shuffled',
  'sorted',
  'shuffled',
]
const WARM_UPS = 2

interface Sum {
  rows: number
  ms: number
}

/**
 * Chooses the order of an import's rows by trying both: sorted rows cost less work, shuffled ones spread
 * over all partitions and are not held up by the throughput of a single one.
 */
export class OrderChoice {
  readonly #wanted: WantedOrder
  readonly #sums: Readonly<Record<RowOrder, Sum>> = {
    sorted: { rows: 0, ms: 0 },
    shuffled: { rows: 0, ms: 0 },
  }
  #trials = 0

  constructor(wanted: WantedOrder) {
    this.#wanted = wanted
  }

  /** Whether the next window is a trial, which must be written alone. */
  get isTrying(): boolean {
    return this.#wanted === 'auto' && this.#trials < TRIALS.length
  }

  next(): RowOrder {
    if (this.#wanted !== 'auto') return this.#wanted
    return TRIALS[this.#trials] ?? this.#faster
  }

  /** What became of a trial. */
  measured(order: RowOrder, rows: number, ms: number): void {
    if (this.#trials >= WARM_UPS) {
      const sum = this.#sums[order]
      sum.rows += rows
      sum.ms += ms
    }
    this.#trials += 1
  }

  /** What was chosen and why, in plain words. */
  get reason(): string {
    if (this.#wanted !== 'auto') return `${this.#wanted}, as asked`
    if (this.isTrying) return 'sorted: too few rows to compare'
    const [sorted, shuffled] = [this.#rate('sorted'), this.#rate('shuffled')]
    return `${this.#faster}: measured ${sorted} rows/s sorted, ${shuffled} shuffled`
  }

  get #faster(): RowOrder {
    return this.#rate('shuffled') > this.#rate('sorted') ? 'shuffled' : 'sorted'
  }

  #rate(order: RowOrder): number {
    const { rows, ms } = this.#sums[order]
    return ms > 0 ? Math.round((rows / ms) * 1000) : 0
  }
}
