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

/** Where the work of this run began: behind what an interrupted run had done. */
export interface Origin {
  readonly rows: number
  readonly share: number
  readonly seconds: number
}

const START: Origin = { rows: 0, share: 0, seconds: 0 }

/** The origin moves on while the rows are only those of an interrupted run. */
export function originOf(before: Origin | undefined, progress: Progress, seconds: number): Origin {
  const { rows, share = 0 } = progress
  if (before === undefined ? rows === 0 : rows === 0 || rows !== before.rows) return before ?? START
  return { rows, share, seconds }
}

/** Shows a bar on a terminal, or JSON lines on standard output on request, otherwise nothing. */
export function createProgress(isJson: boolean, now: () => number): ProgressReporter {
  const isTerminal = !isJson && process.stderr.isTTY
  const begin = now()
  let toldAt = begin
  let hasTold = false
  let last: Progress | undefined
  let origin: Origin | undefined
  const end = (): void => {
    if (hasTold && isTerminal) process.stderr.write('\r\u001b[K')
  }
  return {
    tell(progress) {
      last = progress
      if (!isJson && !isTerminal) return
      const at = now()
      const seconds = (at - begin) / 1000
      origin = originOf(origin, progress, seconds)
      if (at - toldAt < (isJson ? JSON_MS : TERMINAL_MS)) return
      toldAt = at
      hasTold = true
      if (isJson) tellEvent(progress, seconds, origin)
      else tellLine(lineOf(progress, seconds, process.stderr.columns, origin))
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

const tellLine = (line: string): unknown => process.stderr.write(`\r${line}\u001b[K`)

function tellEvent({ rows, rejected, share }: Progress, seconds: number, origin: Origin): void {
  const known = share === undefined ? {} : { share: Number(share.toFixed(4)) }
  const rate = Math.round(rateOf(rows, seconds, origin))
  const facts = { rows, rejected, seconds: Number(seconds.toFixed(1)), rate, ...known }
  process.stdout.write(`${JSON.stringify({ event: 'progress', ...facts })}\n`)
}

/** A line that is wider than the terminal would not be overwritten by the next one. */
export function lineOf(
  progress: Progress,
  seconds: number,
  columns = 80,
  origin: Origin = START,
): string {
  const text = textOf(progress, seconds, origin)
  return text.length < columns ? text : text.replace(/^\[.*?\] /, '').slice(0, columns - 1)
}

const rateOf = (rows: number, seconds: number, origin: Origin): number =>
  (rows - origin.rows) / Math.max(seconds - origin.seconds, 0.001)

function textOf({ rows, rejected, share }: Progress, seconds: number, origin: Origin): string {
  const rate = `${Math.round(rateOf(rows, seconds, origin))} rows/s`
  const refused = rejected > 0 ? `, ${rejected} rejected` : ''
  if (share === undefined || share === 0) return `${counted(rows, 'row')}, ${rate}${refused}`
  const done = Math.min(1, share)
  const bar = '#'.repeat(Math.round(done * BAR)).padEnd(BAR, '.')
  const reached = `[${bar}] ${Math.round(done * 100)} %, ${counted(rows, 'row')}, ${rate}`
  if (done <= origin.share) return `${reached}${refused}`
  const left = Math.ceil(((seconds - origin.seconds) / (done - origin.share)) * (1 - done))
  return `${reached}, ${durationOf(left)} left${refused}`
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
