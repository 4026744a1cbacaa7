import { counted } from '@rowhouse/platform'

/** The progress of a transfer; `share` is from 0 to 1, if the total is known. */
export interface Progress {
  readonly rows: number
  readonly rejected: number
  readonly share: number | undefined
}

/** The progress of reading a table part by part; with one part its share is not known. */
export const progressOfParts = ({
  rows,
  parts,
  partsDone,
}: {
  readonly rows: number
  readonly parts: number
  readonly partsDone: number
}): Progress => ({ rows, rejected: 0, share: parts > 1 ? partsDone / parts : undefined })

export interface ProgressReporter {
  tell(progress: Progress): void
  /** Ends the line on a terminal. */
  end(): void
  /** The same when the transfer fails, and tells how far it came. */
  fail(): void
}

const TERMINAL_MS = 200
const JSON_MS = 1_000
const BAR = 24

/** Shows a bar on a terminal, or JSON lines on standard output on request, otherwise nothing. */
export function createProgress(isJson: boolean, now: () => number): ProgressReporter {
  const isTerminal = !isJson && process.stderr.isTTY
  const begin = now()
  let toldAt = begin
  let hasTold = false
  let last: Progress | undefined
  const end = (): void => {
    if (hasTold && isTerminal) process.stderr.write('\r\u001b[K')
  }
  return {
    tell(progress) {
      last = progress
      if (!isJson && !isTerminal) return
      const at = now()
      if (at - toldAt < (isJson ? JSON_MS : TERMINAL_MS)) return
      toldAt = at
      hasTold = true
      const seconds = (at - begin) / 1000
      if (isJson) process.stdout.write(`${JSON.stringify(eventOf(progress, seconds))}\n`)
      else process.stderr.write(`\r${lineOf(progress, seconds, process.stderr.columns)}\u001b[K`)
    },
    end,
    fail() {
      end()
      if (last === undefined || last.rows === 0) return
      const { rows, rejected } = last
      if (isJson) process.stdout.write(`${JSON.stringify({ event: 'failed', rows, rejected })}\n`)
      else process.stderr.write(`failed after ${counted(rows, 'row')}\n`)
    },
  }
}

function eventOf({ rows, rejected, share }: Progress, seconds: number) {
  const known = share === undefined ? {} : { share: Number(share.toFixed(4)) }
  const rate = Math.round(rows / seconds)
  return { event: 'progress', rows, rejected, seconds: Number(seconds.toFixed(1)), rate, ...known }
}

/** A line that is wider than the terminal would not be overwritten by the next one. */
export function lineOf(progress: Progress, seconds: number, columns = 80): string {
  const text = textOf(progress, seconds)
  return text.length < columns ? text : text.replace(/^\[.*?\] /, '').slice(0, columns - 1)
}

function textOf({ rows, rejected, share }: Progress, seconds: number): string {
  const rate = `${Math.round(rows / seconds)} rows/s`
  const refused = rejected > 0 ? `, ${rejected} rejected` : ''
  if (share === undefined || share === 0) return `${counted(rows, 'row')}, ${rate}${refused}`
  const done = Math.min(1, share)
  const bar = '#'.repeat(Math.round(done * BAR)).padEnd(BAR, '.')
  const left = Math.ceil((seconds / done) * (1 - done))
  const reached = `${Math.round(done * 100)} %, ${counted(rows, 'row')}, ${rate}`
  return `[${bar}] ${reached}, ${durationOf(left)} left${refused}`
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
