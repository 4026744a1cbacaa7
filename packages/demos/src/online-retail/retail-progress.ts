/** Says once a second how far a long run is: rows, share, rows per second, time left. */
export interface Progress {
  add(rows: number): void
  /** The last line; returns rows per second over the whole run. */
  finish(): number
}

export interface ProgressOptions {
  readonly label: string
  readonly total: number
  readonly write: (line: string) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
}

const INTERVAL_MS = 1_000

export const startProgress = (options: ProgressOptions): Progress => {
  const { total, write, now } = options
  const startedAt = now()
  let done = 0
  let reportedAt = startedAt
  const rate = (): number => (done * 1_000) / Math.max(1, now() - startedAt)
  return {
    add: (rows) => {
      done += rows
      if (now() - reportedAt < INTERVAL_MS) return
      reportedAt = now()
      write(progressLine(options.label, done, total, rate()))
    },
    finish: () => {
      const seconds = (now() - startedAt) / 1_000
      write(
        `${options.label}: ${count(done)} rows in ${seconds.toFixed(1)} s, ${count(rate())} rows/s`,
      )
      return rate()
    },
  }
}

export const progressLine = (label: string, done: number, total: number, rate: number): string => {
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
  const left = rate === 0 ? 'unknown' : duration((total - done) / rate)
  const share = `${count(done)} of ${count(total)} rows (${percent} %)`
  return `${label}: ${share}, ${count(rate)} rows/s, ${left} left`
}

const count = (value: number): string => Math.round(value).toLocaleString('en-GB')

const duration = (seconds: number): string => {
  const whole = Math.ceil(Math.max(0, seconds))
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
