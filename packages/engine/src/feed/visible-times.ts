import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Clock } from '@rowhouse/platform'

interface Sample {
  readonly position: number
  readonly at: number
}

/** Records when positions of the feed became visible, to tell how far a follower lags in time. */
export class VisibleTimes {
  readonly #store: Pick<PartitionStore, 'visibleEnd' | 'onVisible'>
  readonly #clock: Clock
  readonly #stop: () => void
  #samples: Sample[]

  constructor(store: Pick<PartitionStore, 'visibleEnd' | 'onVisible'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#samples = [{ position: store.visibleEnd, at: clock.now() }]
    this.#stop = store.onVisible(() => this.#note())
  }

  /**
   * The time, in milliseconds since the epoch, up to which everything that was visible lies before the
   * position. Exact to `engineLimits.VISIBLE_SAMPLE_MS`; undefined when it is too long ago to be known.
   */
  upTo(position: number): number | undefined {
    if (position >= this.#store.visibleEnd) return this.#clock.now()
    const next = this.#samples.findIndex((sample) => sample.position > position)
    const first = this.#samples[next]
    const before = this.#samples[next - 1]
    if (first === undefined) return this.#samples.at(-1)?.at
    if (before === undefined) return undefined
    // The first change after a pause is sampled at once.
    return Math.max(before.at, first.at - engineLimits.VISIBLE_SAMPLE_MS)
  }

  close(): void {
    this.#stop()
  }

  #note(): void {
    const at = this.#clock.now()
    const last = this.#samples.at(-1)
    if (last !== undefined && at - last.at < engineLimits.VISIBLE_SAMPLE_MS && at >= last.at) return
    this.#samples.push({ position: this.#store.visibleEnd, at })
    if (this.#samples.length < 2 * engineLimits.VISIBLE_SAMPLES_MAX) return
    this.#samples = this.#samples.slice(-engineLimits.VISIBLE_SAMPLES_MAX)
  }
}
