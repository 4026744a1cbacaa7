import { engineLimits } from '../../limits.js'

/**
 * The load of a partition. Units may be fractions: a page over several partitions divides its capacity
 * units among them.
 */
export interface LoadFigures {
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly unitsRead: number
  readonly unitsWritten: number
  readonly bytesRead: number
  readonly bytesWritten: number
}

/** The load of one minute, whose start is given in milliseconds since the epoch. */
export interface MinuteLoad extends LoadFigures {
  readonly minute: number
}

type Figures = { -readonly [Name in keyof LoadFigures]: number }

export const MINUTE_MS = 60_000

/** The capacity units of a load, of reads and writes together. */
export const unitsUsed = ({ unitsRead, unitsWritten }: LoadFigures): number =>
  unitsRead + unitsWritten

const none = (): Figures => ({
  rowsRead: 0,
  rowsWritten: 0,
  unitsRead: 0,
  unitsWritten: 0,
  bytesRead: 0,
  bytesWritten: 0,
})

/**
 * The load counters of a partition. Requests only add to the counts since the last tick and never read
 * the clock. A background tick turns these counts into decaying rates and totals by minute.
 */
export class PartitionLoad {
  readonly #since = none()
  /** Per second, decaying. */
  #rates = none()
  #minutes: (Figures & { minute: number })[] = []
  /** Bytes written since the store was last asked for the size of the partition. */
  unmeasuredBytes = 0
  #isIdle = true

  read(rows: number, units: number, bytes: number): void {
    const since = this.#since
    since.rowsRead += rows
    since.unitsRead += units
    since.bytesRead += bytes
  }

  write(rows: number, units: number, bytes: number): void {
    const since = this.#since
    since.rowsWritten += rows
    since.unitsWritten += units
    since.bytesWritten += bytes
    this.unmeasuredBytes += bytes
  }

  get rates(): LoadFigures {
    return this.#rates
  }

  /** Capacity units per second. */
  get unitsPerSecond(): number {
    return unitsUsed(this.#rates)
  }

  /** Minutes with load, the oldest first. */
  get minutes(): readonly MinuteLoad[] {
    return this.#minutes
  }

  /** Whether there was no load since the last tick, and the rates have decayed to zero. */
  get isIdle(): boolean {
    // Pages of a range may cost units without a row.
    return this.#isIdle && this.#since.unitsRead === 0 && this.#since.unitsWritten === 0
  }

  /**
   * `seconds` is the time since the last tick. Minutes beyond `minutesMax` are forgotten, the oldest
   * first.
   */
  tick(
    now: number,
    seconds: number,
    minutesMax: number = engineLimits.PARTITION_HISTORY_MINUTES,
  ): void {
    this.#dropMinutes(now, minutesMax)
    if (this.isIdle || seconds <= 0) return
    const fading = 2 ** (-seconds / engineLimits.PARTITION_LOAD_HALF_LIFE_SECONDS)
    const since = this.#since
    const rates = none()
    const minute = this.#minuteOf(now)
    for (const name of FIGURES) {
      const before = this.#rates[name] * fading
      const rate = before + (1 - fading) * (since[name] / seconds)
      rates[name] = rate < NOTHING ? 0 : rate
      minute[name] += since[name]
      since[name] = 0
    }
    this.#rates = rates
    this.#isIdle = FIGURES.every((name) => rates[name] === 0)
  }

  /** Adds a share of the minutes of a partition that was split into this one, or merged into it. */
  inherit(from: PartitionLoad, share: number): void {
    const minutes = new Map(this.#minutes.map((load) => [load.minute, load]))
    for (const load of from.#minutes) {
      const own = minutes.get(load.minute) ?? { ...none(), minute: load.minute }
      for (const name of FIGURES) own[name] += load[name] * share
      minutes.set(load.minute, own)
    }
    this.#minutes = [...minutes.values()].sort((a, b) => a.minute - b.minute)
  }

  #minuteOf(now: number): Figures {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
    const last = this.#minutes.at(-1)
    // The clock may step back.
    if (last !== undefined && last.minute >= minute) return last
    const next = { ...none(), minute }
    this.#minutes.push(next)
    return next
  }

  #dropMinutes(now: number, minutesMax: number): void {
    const oldest = now - engineLimits.PARTITION_HISTORY_MINUTES * MINUTE_MS
    while ((this.#minutes[0]?.minute ?? now) < oldest) this.#minutes.shift()
    if (this.#minutes.length > minutesMax) this.#minutes = this.#minutes.slice(-minutesMax)
  }
}

const FIGURES = [
  'rowsRead',
  'rowsWritten',
  'unitsRead',
  'unitsWritten',
  'bytesRead',
  'bytesWritten',
] as const
/** Lower rates count as zero. */
const NOTHING = 0.001
