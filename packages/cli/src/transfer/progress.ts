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
  return {
    tell(progress) {
      if (!isJson && !isTerminal) return
      const at = now()
      if (at - toldAt < (isJson ? JSON_MS : TERMINAL_MS)) return
      toldAt = at
      hasTold = true
      const seconds = (at - begin) / 1000
      if (isJson) process.stdout.write(`${JSON.stringify(eventOf(progress, seconds))}\n`)
      else process.stderr.write(`\r${lineOf(progress, seconds)}\u001b[K`)
    },
    end() {
      if (hasTold && isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}

function eventOf({ rows, rejected, share }: Progress, seconds: number) {
  const known = share === undefined ? {} : { share: Number(share.toFixed(4)) }
  const rate = Math.round(rows / seconds)
  return { event: 'progress', rows, rejected, seconds: Number(seconds.toFixed(1)), rate, ...known }
}

export function lineOf({ rows, rejected, share }: Progress, seconds: number): string {
  const rate = `${Math.round(rows / seconds)} rows/s`
  const refused = rejected > 0 ? `, ${rejected} rejected` : ''
  if (share === undefined || share === 0) return `${counted(rows, 'row')}, ${rate}${refused}`
  const done = Math.min(1, share)
  const bar = '#'.repeat(Math.round(done * BAR)).padEnd(BAR, '.')
  const left = Math.ceil((seconds / done) * (1 - done))
  return `[${bar}] ${Math.round(done * 100)} %, ${counted(rows, 'row')}, ${rate}, ${left} s left${refused}`
}
