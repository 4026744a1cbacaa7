import type { RowOrder } from './order-rows.js'

export type WantedOrder = RowOrder | 'auto'

/** The orders of the windows that are measured one after the other; the first ones are a warm-up. */
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
 * Chooses the order of an import's rows by trying both. Sorted rows cost less work. Shuffled rows are
 * spread over all partitions and are not limited by the throughput of one.
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

  /** Whether the next window is a trial, which must be written by itself. */
  get isTrying(): boolean {
    return this.#wanted === 'auto' && this.#trials < TRIALS.length
  }

  next(): RowOrder {
    if (this.#wanted !== 'auto') return this.#wanted
    return TRIALS[this.#trials] ?? this.#faster
  }

  /** Records the time of a trial. */
  measured(order: RowOrder, rows: number, ms: number): void {
    if (this.#trials >= WARM_UPS) {
      const sum = this.#sums[order]
      sum.rows += rows
      sum.ms += ms
    }
    this.#trials += 1
  }

  /** The chosen order and the reason, for the user. */
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
