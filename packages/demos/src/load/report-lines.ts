import { progressLine } from '../online-retail/retail-progress.js'
import type { LoadReport } from './load-sample.js'

const EVERY_MS = 1_000

/**
 * Tells of a load line by line: each table and index that is made, and how many rows are there, once a second
 * with rows per second and time left.
 */
export function loadLines(
  write: (line: string) => void,
  now: () => number,
): (report: LoadReport) => void {
  let label = ''
  let begin = { at: 0, done: 0 }
  let reportedAt = 0
  return ({ step, name, done, of }) => {
    if (step === 'tables' || step === 'indexes') {
      write(`${step} ${name}: ${done} of ${of}`)
      return
    }
    const at = now()
    const isNew = label !== `${step} ${name}`
    if (isNew) {
      label = `${step} ${name}`
      begin = { at, done }
    } else if (at - reportedAt < EVERY_MS && done < of) {
      return
    }
    reportedAt = at
    // Rows that an earlier run has written are no part of the rate.
    const rate = ((done - begin.done) * 1_000) / Math.max(1, at - begin.at)
    write(progressLine(label, done, of, rate))
  }
}
