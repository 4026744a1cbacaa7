import type { RowOrder } from './order-rows.js'

export type WantedOrder = RowOrder | 'auto'

/** The first windows are a warm-up: they are neither measured nor written by themselves. */
const WARM_UPS = 3
/** The orders of the windows that are measured one after the other; neither has the later places. */
const TRIALS: readonly RowOrder[] = ['sorted', 'shuffled', 'shuffled', 'sorted']
/** Shuffled rows cost more work, so they have to be so many times as fast. */
const CLEARLY_FASTER = 1.1

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
  #windows = 0
  #trials = 0

  constructor(wanted: WantedOrder) {
    this.#wanted = wanted
  }

  /** Whether the next window is a trial, which must be written by itself. */
  get isTrying(): boolean {
    return this.#wanted === 'auto' && this.#windows >= WARM_UPS && !this.#hasTried
  }

  get #hasTried(): boolean {
    return this.#trials === TRIALS.length
  }

  /** The order of the next window. */
  next(): RowOrder {
    if (this.#wanted !== 'auto') return this.#wanted
    this.#windows += 1
    if (this.#windows <= WARM_UPS) return 'sorted'
    return TRIALS[this.#trials] ?? this.#better
  }

  /** Records the time of a trial. */
  measured(order: RowOrder, rows: number, ms: number): void {
    const sum = this.#sums[order]
    sum.rows += rows
    sum.ms += ms
    this.#trials += 1
  }

  /** The chosen order and the reason, for the user. */
  get reason(): string {
    if (this.#wanted !== 'auto') return `${this.#wanted}, as asked`
    if (!this.#hasTried) return 'sorted: too few rows to compare'
    const [sorted, shuffled] = [this.#rate('sorted'), this.#rate('shuffled')]
    const measured = `measured ${sorted} rows/s sorted, ${shuffled} shuffled`
    const isClose = this.#better === 'sorted' && shuffled > sorted
    return `${this.#better}: ${measured}${isClose ? ', which is not enough to pay for itself' : ''}`
  }

  get #better(): RowOrder {
    const isClear = this.#rate('shuffled') > this.#rate('sorted') * CLEARLY_FASTER
    return isClear ? 'shuffled' : 'sorted'
  }

  #rate(order: RowOrder): number {
    const { rows, ms } = this.#sums[order]
    return ms > 0 ? Math.round((rows / ms) * 1000) : 0
  }
}
